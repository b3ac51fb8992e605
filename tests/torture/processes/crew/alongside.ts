/** Tells work in a loop that it is to come to its end. */
export type IsOver = () => boolean;

/**
 * Runs work beside the main work: until that is done, or anything of both has failed, which is then thrown.
 * Gives what the main work gives.
 */
export async function alongside<T>(
  main: (isOver: IsOver) => Promise<T>,
  ...others: readonly ((isOver: IsOver) => Promise<void>)[]
): Promise<T> {
  let hasEnded = false;
  const isOver = (): boolean => hasEnded;
  const leading = main(isOver).finally(() => {
    hasEnded = true;
  });
  try {
    const [result] = await Promise.all([leading, ...others.map((work) => work(isOver))]);
    return result;
  } finally {
    hasEnded = true;
  }
}
