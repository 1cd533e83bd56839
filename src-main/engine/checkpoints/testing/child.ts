/** Runs in a process of its own, to be killed: `child.ts fan-out|talk <database> <calls file>`. */
import { writeSync } from 'node:fs'
import { converse } from '../checkpoints.bench-data'
import { BatonSaver } from '../saver'
import { fanOut } from './graphs'

/** Tells when the writes of the workers a and b are in the database. */
class CountingSaver extends BatonSaver {
  readonly stored = Promise.withResolvers<void>()
  #left = 2

  override async putWrites(...given: Parameters<BatonSaver['putWrites']>): Promise<void> {
    await super.putWrites(...given)
    const isWorker = given[1].some(([channel, value]) => channel === 'log' && /"id":"[ab]"/.test(JSON.stringify(value)))
    if (!isWorker) return
    this.#left -= 1
    if (this.#left === 0) this.stored.resolve()
  }
}

const [mode, file = '', calls = ''] = process.argv.slice(2)
if (mode === 'fan-out') {
  const saver = new CountingSaver({ file })
  const graph = fanOut(calls, async (name) => {
    if (name !== 'c') return
    await saver.stored.promise
    process.kill(process.pid, 'SIGKILL')
    // The signal is on its way; nothing after it may happen.
    await new Promise<never>(() => undefined)
  }).compile({ checkpointer: saver })
  await graph.invoke(
    { log: [{ id: 'user', text: 'go' }] },
    { configurable: { thread_id: 't', turn: 1 }, durability: 'sync' },
  )
} else {
  const saver = new BatonSaver({ file })
  for (let firstTurn = 1; ; firstTurn += 1) {
    await converse(saver, { threadId: 't', firstTurn, turns: 1, charactersPerMessage: 1000 })
    writeSync(1, `${firstTurn}\n`)
  }
}
