declare const __LOCKLINE_VERSION__: string;

/** Version of the package. The build puts it in the place of the name. */
export const VERSION: string = __LOCKLINE_VERSION__;
