/** Who the process is to the kernel; there is no such thing on Windows. */
export interface User {
  readonly uid: number;
  /** The effective group and all others. */
  readonly groups: readonly number[];
}

/** Who may be refused, in words: `uid 1000`. */
export function userText(user: User | undefined): string {
  return user === undefined ? 'the user of the server' : `uid ${user.uid}`;
}

/** Whether permissions are checked against this user at all. */
export function isSuperuser(user: User): boolean {
  return user.uid === 0;
}
