import { everyNth, newReport, type CampaignOptions, type Report } from './campaign.js';
import { crashesOf, recoveriesOf, select, settle, usesOf, type Selection } from './crashes.js';

/*
 * Process A dies before or after one of its system calls, and the next process uses the files. In the second
 * campaign that one dies as well, before or after one of its calls, and a third is the next.
 */

/** The selection is of the states that A can leave. */
export type CrashOptions = CampaignOptions & Selection;

export interface SecondCrashOptions extends CampaignOptions, Selection {
  /** The same for the states that the second process can leave. */
  readonly secondStride: number;
}

/** A dies, B uses the files in several orders. */
export async function crashOnce(options: CrashOptions): Promise<Report> {
  const report = newReport(options);
  for (const scenario of options.scenarios) {
    const crashes = await crashesOf(scenario);
    for (const crash of select(crashes, options))
      for (const order of usesOf(scenario)) await settle(crash, order, report);
  }
  return report;
}

/** A dies, B dies while it uses the files, C uses them. */
export async function crashTwice(options: SecondCrashOptions): Promise<Report> {
  const report = newReport(options);
  for (const scenario of options.scenarios) {
    const orders = usesOf(scenario);
    const crashes = await crashesOf(scenario);
    for (const [index, crash] of select(crashes, options).entries()) {
      const order = orders[index % orders.length] ?? [];
      for (const next of everyNth(await recoveriesOf(crash, order), options.secondStride, index))
        await settle(next, order, report);
    }
  }
  return report;
}
