/** What the core has read in a thread of its own, and what comes of it. */
import type { Json, JsonObject } from '../../src-shared/flow/records'
import type { ErrorRecord } from '../../src-shared/errors'
import type { Problem } from '../../src-shared/kinds/kind'
import type { ApiImport } from '../../src-shared/rpc/api-import'
import type { OpenApiDocument } from '../tools/openapi/document'
import type { FittedValue } from './validator'

/** What is stored of a flow's content; the rest of a row is about it. */
export type FlowContent = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly nodes: number
  readonly problems: number
  /** JSON of a `FlowSketch`. */
  readonly sketch: string
  readonly text: string
}

/** What a flow is called: a name of its own goes before its file's, where there is one; a person's goes before its own. */
export type FlowNaming =
  | { readonly by: 'file'; readonly fileName: string | null }
  | { readonly by: 'person'; readonly name: string }
  | { readonly by: 'copy' }

/** A text that came in. */
export type FlowText = {
  readonly text: string
  /** Absent: it keeps its name. */
  readonly naming?: FlowNaming | undefined
  /** An id to give it in the place of its own. */
  readonly id?: string | undefined
}

/** `warnings`: what is to be said about it, such as placeholders and an older version. */
export type ReadFlow = { readonly content: FlowContent; readonly warnings: readonly Problem[] }

/** The text of a PDF. */
export type PdfJob = { what: 'pdf'; name: string; bytes: Uint8Array }
/** An API document as operations. */
export type ApiJob = { what: 'api'; source: string | JsonObject }
/** An API document as it is to stand in a flow. */
export type ApiImportJob = {
  what: 'api-import'
  source: string
  include: readonly string[] | undefined
  from: string | null
}

/** A flow as it is to stand in the library. */
export type FlowJob = { what: 'flow' } & FlowText

/** What is wrong with an answer by a schema that a stranger may have written. */
export type AnswerJob = { what: 'answer'; schema: JsonObject; value: Json }

/** Whether arguments fit a schema in its plain form, and mended where that loses nothing. */
export type ArgumentsJob = { what: 'arguments'; schema: JsonObject; value: JsonObject }

export type ReadingJob = PdfJob | ApiJob | ApiImportJob | FlowJob | AnswerJob | ArgumentsJob

/** What comes of each job. */
type Results = {
  pdf: string
  api: OpenApiDocument
  'api-import': ApiImport
  flow: ReadFlow
  answer: string[]
  arguments: FittedValue
}
export type ReadingResult<Job extends ReadingJob> = Results[Job['what']]

/** What the thread says once. */
export type ReadingAnswer = { ok: true; result: Results[keyof Results] } | { ok: false; error: ErrorRecord }
