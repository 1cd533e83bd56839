/** How a job goes to the reading thread: a long text as its bytes, which are handed over, since copying one as a text takes longer than reading it. */
import type { ReadingJob } from './jobs'

/** `bytes`: the job's text in UTF-16, which is copied as it lies there, in a tenth of what UTF-8 takes; null: it is short, or none. */
export type PackedJob = { job: ReadingJob; bytes: Uint8Array<ArrayBuffer> | null }

/** In characters. */
const LONG = 100_000

export function packJob(job: ReadingJob): PackedJob {
  const text = textOf(job)
  if (text === null || text.length < LONG) return { job, bytes: null }
  // Memory of its own: what is shared with others cannot be handed over.
  const bytes = Buffer.allocUnsafeSlow(text.length * 2)
  bytes.write(text, 'utf16le')
  return { job: withText(job, ''), bytes }
}

export function unpackJob({ job, bytes }: PackedJob): ReadingJob {
  return bytes === null ? job : withText(job, Buffer.from(bytes.buffer).toString('utf16le'))
}

function textOf(job: ReadingJob): string | null {
  if (job.what === 'flow') return job.text
  if (job.what !== 'api' && job.what !== 'api-import') return null
  return typeof job.source === 'string' ? job.source : null
}

function withText(job: ReadingJob, text: string): ReadingJob {
  if (job.what === 'flow') return { ...job, text }
  return job.what === 'api' || job.what === 'api-import' ? { ...job, source: text } : job
}
