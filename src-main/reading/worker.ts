/** The reading thread: reads what strangers wrote, one thing after another, and says what came of each. */
import { parentPort } from 'node:worker_threads'
import { toErrorRecord } from '../../src-shared/errors'
import type { ReadingAnswer, ReadingJob } from './jobs'
import { unpackJob, type PackedJob } from './packed-job'

type Result = Extract<ReadingAnswer, { ok: true }>['result']

async function read(job: ReadingJob): Promise<Result> {
  // Each is loaded only where it is needed.
  if (job.what === 'pdf') return (await import('./pdf')).readPdf(job.name, job.bytes)
  if (job.what === 'flow') return (await import('../flows/read-flow')).readFlow(job)
  if (job.what === 'api') return (await import('../tools/openapi/read')).readOpenApi(job.source)
  if (job.what === 'answer') return (await import('./check-answer')).faultsOf(job.schema, job.value)
  if (job.what === 'arguments') return (await import('./validator')).createValidator(job.schema)(job.value)
  const { source, include, from } = job
  return (await import('../tools/api/import-api')).importApi(source, {
    ...(include !== undefined && { include }),
    from,
  })
}

async function answerTo(job: ReadingJob): Promise<ReadingAnswer> {
  try {
    return { ok: true, result: await read(job) }
  } catch (cause) {
    return { ok: false, error: toErrorRecord(cause) }
  }
}

const port = parentPort
port?.on('message', (packed: PackedJob) => {
  void answerTo(unpackJob(packed)).then((answer) => port.postMessage(answer))
})
