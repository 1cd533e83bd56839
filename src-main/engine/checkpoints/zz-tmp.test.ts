import { mkdtempSync } from 'node:fs'
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite'
import Database from 'better-sqlite3'
import { test } from 'vitest'
import { BatonSaver } from '/work/main/src-main/engine/checkpoints/index'
import { bytesOnDisk, converse, median } from '/work/main/src-main/engine/checkpoints/checkpoints.bench-data'
const at = (t: number[], n: number) => median(t.slice(Math.max(0, n - 5), n + 5)).toFixed(2)
test('bench', { timeout: 600000 }, async () => {
  const d = mkdtempSync('/tmp/cpb-')
  const file = d + '/a.db'
  const saver = new BatonSaver({ file })
  await converse(saver, { threadId: 'warm', firstTurn: 1, turns: 30, charactersPerMessage: 1000 })
  await saver.deleteThread('warm')
  const t = await converse(saver, { threadId: 't', firstTurn: 1, turns: 1000, charactersPerMessage: 1000 })
  const said = 2_000_000
  console.log('wal before', bytesOnDisk(file) / said)
  await saver.reclaim()
  console.log(
    'baton 1000: x',
    (bytesOnDisk(file) / said).toFixed(3),
    'turn10',
    at(t, 10),
    'turn100',
    at(t, 100),
    'turn500',
    at(t, 500),
    'turn1000',
    at(t, 995),
    'median',
    median(t),
  )
  const db = new Database(file)
  try {
    console.log(
      db
        .prepare(
          'select name, sum(pgsize) s, sum(payload) p, sum(ncell) c, sum(unused) u from dbstat group by name order by s desc',
        )
        .all(),
    )
  } catch (e) {
    console.log(String(e))
  }
  console.log(
    db
      .prepare(
        'select avg(length(head)) a, max(length(head)) m, avg(case depth when 0 then length(head) end) k, count(*) c from checkpoint',
      )
      .get(),
    db.prepare('select sum(length(data)) d, count(*) c from value').get(),
    db.prepare('select sum(length(json)) d, count(*) c from item').get(),
    db.prepare('select count(*) c from pending').get(),
  )
  for (const r of db
    .prepare('select cp,parent,depth,source,step,nodes,turn,run,meta,head from checkpoint order by n desc limit 7')
    .all())
    console.log(JSON.stringify(r))
  db.close()
  let s = performance.now()
  const tl = await saver.timeline('t')
  console.log('timeline 1000', (performance.now() - s).toFixed(1), tl.length, tl.slice(0, 5))
  s = performance.now()
  await saver.threads()
  console.log('threads', (performance.now() - s).toFixed(1))
  const cold = new BatonSaver({ file })
  s = performance.now()
  const tup = await cold.getTuple({ configurable: { thread_id: 't' } })
  console.log('cold read', (performance.now() - s).toFixed(1), tup?.checkpoint.channel_values.log.length)
  cold.close()
  s = performance.now()
  await saver.getTuple({ configurable: { thread_id: 't' } })
  console.log('warm read', (performance.now() - s).toFixed(2))
  s = performance.now()
  console.log(await saver.thin({ threadId: 't', keepLastTurns: 10 }), 'thin ms', performance.now() - s)
  console.log('after thin x', (bytesOnDisk(file) / said).toFixed(3))
  const db2 = new Database(file)
  console.log(
    db2
      .prepare(
        'select name, sum(pgsize) s, sum(payload) p, sum(ncell) c, sum(unused) u from dbstat group by name order by s desc',
      )
      .all(),
  )
  db2.close()
  s = performance.now()
  await saver.copyThread('t', 't2')
  console.log('copy ms', performance.now() - s)
  saver.close()
  if (process.env.OFFICIAL)
    for (const turns of [10, 100, 300]) {
      const f = `${d}/o${turns}.db`
      const o = SqliteSaver.fromConnString(f)
      const to = await converse(o as never, { threadId: 't', firstTurn: 1, turns, charactersPerMessage: 1000 })
      o.db.pragma('wal_checkpoint(TRUNCATE)')
      const f2 = `${d}/b${turns}.db`
      const b = new BatonSaver({ file: f2 })
      const tb = await converse(b, { threadId: 't', firstTurn: 1, turns, charactersPerMessage: 1000 })
      await b.reclaim()
      console.log(
        turns,
        'official x',
        (bytesOnDisk(f) / turns / 2000).toFixed(1),
        'ms',
        at(to, turns - 5),
        'baton x',
        (bytesOnDisk(f2) / turns / 2000).toFixed(2),
        'ms',
        at(tb, turns - 5),
      )
      o.db.close()
      b.close()
    }
})
