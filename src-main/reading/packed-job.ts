/** How a job goes to the reading thread: a long text as its bytes, which are handed over, since copying one as a text takes longer than reading it. */
import type { ReadingJob } from './jobs'

/** `bytes`: the job's text in UTF-8, which the job has without it; null: it is short, or none. */
export type PackedJob = { job: ReadingJob; bytes: Uint8Array<ArrayBuffer> | null }

/** In characters. */
const LONG = 100_000

export function packJob(job: ReadingJob): PackedJob {
  const text = textOf(job)
  // UTF-8 has no half characters, which a text from a stranger may have.
  if (text === null || text.length < LONG || !text.isWellFormed()) return { job, bytes: null }
  return { job: withText(job, ''), bytes: new TextEncoder().encode(text) }
}

export function unpackJob({ job, bytes }: PackedJob): ReadingJob {
  return bytes === null ? job : withText(job, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
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
