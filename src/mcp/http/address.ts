/** Where to listen. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

const LOOPBACK = '127.0.0.1';
const MAX_PORT = 65_535;

/** Reads `[HOST:]PORT`, where an IPv6 host stands in brackets; `undefined` for anything else. Port 0 = any free one. */
export function parseAddress(text: string): Address | undefined {
  const [, bracketed, plain, digits] =
    /^(?:\[([0-9a-fA-F:.]+)\]:|([^:[\]\s]+):)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > MAX_PORT) return undefined;
  return { host: bracketed ?? plain ?? LOOPBACK, port };
}

/** Whether only programs on this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** How the address is written in a URL. */
export function urlOf({ host, port }: Address): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}
