import { createMachines } from '../support/machines.js';
import { seeded } from '../support/sim/choose.js';
import { everyNth, newReport, type Report } from './campaign.js';
import {
  clock,
  crashesOf,
  recoveriesOf,
  select,
  settle,
  usesOf,
  type Crash,
  type Order,
} from './crashes.js';
import type { CrashOptions, SecondCrashOptions } from './crash.js';

/*
 * The machine loses power. What was not synced is kept or dropped, operation by operation, and what was
 * acknowledged must still be there after the reboot. In the second campaign process A dies alone, and the
 * power is lost while the next one recovers.
 */

interface Images {
  /** How many disks are found after each power loss. */
  readonly images: number;
}

const REBOOT_MS = 60_000;

/** The power is lost while A makes its change set, or right after that. */
export async function losePower(options: CrashOptions & Images): Promise<Report> {
  const report = newReport(options);
  for (const scenario of options.scenarios) {
    const order: Order = [Object.keys(scenario.changes)];
    const crashes = await crashesOf(scenario, 'by content and syncs');
    for (const crash of select(crashes, options))
      await settleImages(crash, order, { images: options.images, report });
  }
  return report;
}

/** A dies; the power is lost while B takes back or completes what A left. */
export async function losePowerInRecovery(options: SecondCrashOptions & Images): Promise<Report> {
  const report = newReport(options);
  for (const scenario of options.scenarios) {
    const orders = usesOf(scenario);
    for (const [index, crash] of select(await crashesOf(scenario), options).entries()) {
      const order = orders[index % orders.length] ?? [];
      const recoveries = await recoveriesOf(crash, order, 'by content and syncs');
      for (const next of everyNth(recoveries, options.secondStride, index)) {
        // Only what was acknowledged to A's caller is promised to be durable.
        const promised = { ...next, told: crash.told };
        await settleImages(promised, order, { images: options.images, report });
      }
    }
  }
  return report;
}

interface Settling extends Images {
  readonly report: Report;
}

async function settleImages(
  crash: Crash,
  order: Order,
  { images, report }: Settling,
): Promise<void> {
  for (let image = 0; image < images; image += 1) {
    // No two power losses of a campaign keep the same.
    const sim = crash.sim.powerLoss(seeded(report.points));
    clock.advance(REBOOT_MS);
    const machines = createMachines(clock, 'second boot');
    const label = `${crash.label}, image ${String(image)}`;
    await settle({ ...crash, sim, machines, label }, order, report);
  }
}
