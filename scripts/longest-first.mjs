/** The order of the unit tests: what starts programs again and again, and the campaigns, come first, so that no worker is left with one of them at the end. */
import { BaseSequencer } from 'vitest/node'

/** By their names: a campaign takes five to thirty seconds, most other files less than one. */
const LONG = /kill|campaign|every-step|wire-matrix|serve-database|memory|hostile|repeats|rewoo-hard/

export class LongestFirst extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files)
    const isLong = (/** @type {import('vitest/node').TestSpecification} */ file) =>
      LONG.test(file.moduleId.split('/').at(-1) ?? '')
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
