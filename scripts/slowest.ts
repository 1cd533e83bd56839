/** A reporter of Vitest, where `BATON_SLOWEST=30` is set: the 30 test files that took most processor time, which a busy machine changes less than their duration. */
import type { Reporter, TestModule } from 'vitest/node'
import { slowestLines } from './reports.mjs'

export default class SlowestReporter implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    const costs = files.map((file) => ({ name: file.moduleId, seconds: file.meta().processorTime ?? 0 }))
    for (const line of slowestLines(costs, Number(process.env['BATON_SLOWEST']))) process.stderr.write(`${line}\n`)
  }
}
