/**
 * A second process on a library, for tests: `open DIR` opens it and says its version; `save DIR FLOW` saves ever new
 * revisions until it is killed; `append DIR RUN THREAD COUNT` appends events; `begin DIR FLOW` starts a run and hangs.
 */
import { createEventLog } from '../../run/execution/event-log'
import { systemClock } from '../../clock'
import { openLibraryDatabase } from '../database'
import { processOwner } from '../owner'
import { createThreads } from '../threads'

const [verb, dataDir = '', ...rest] = process.argv.slice(2)
const db = openLibraryDatabase(dataDir)
const clock = systemClock

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

async function saveForever(flowId: string): Promise<void> {
  const { createLibrary } = await import('../../flows/library')
  const library = createLibrary({ db, clock })
  for (;;) {
    const { text, revision } = library.read(flowId)
    const next = text.replace(/"description": "\d*"/, `"description": "${revision + 1}"`)
    library.save({ id: flowId, baseRevision: revision, text: next })
    if (revision === 20) say('busy')
  }
}

function append(runId: string, threadId: string, count: number): void {
  const log = createEventLog(db, clock)
  for (let number = 1; number <= count; number += 1) {
    log.append(runId, threadId, [
      { type: 'warning', node: null, code: 'unreadable-event', facts: { number, event: String(process.pid) } },
    ])
  }
}

function begin(flowId: string): void {
  const threads = createThreads({ db, clock, owner: processOwner() })
  const run = threads.startRun({ threadId: null, flowId, input: 'Hello', flowText: '{}', revision: null })
  say(JSON.stringify({ runId: run.id, threadId: run.threadId }))
  setInterval(() => threads.heartbeat(run.id), 1000)
}

const [first = '', second = '', third = '0'] = rest
if (verb === 'open') say(String(db.pragma('user_version', { simple: true })))
if (verb === 'save') await saveForever(first)
if (verb === 'append') append(first, second, Number(third))
if (verb === 'begin') begin(first)
