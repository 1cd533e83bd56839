/** What goes back to a server of what it put beside its replies and calls: to that host and model alone, as its dialect says. */
import { isJsonObject } from '../../../src-shared/flow/json'
import type { JsonObject } from '../../../src-shared/flow/records'
import type { GivenBack } from '../../../src-shared/run/log/log'
import type { Dialect } from './dialects'

/** Who gets a request. */
export type Receiver = { readonly host: string; readonly model: string }

type Form = { dialect: Dialect; receiver?: Receiver | undefined }

const NOTHING: JsonObject = Object.freeze({})
const NO_THOUGHTS: JsonObject = Object.freeze({ reasoning_content: '' })

/** The fields of a message of the assistant besides its words and calls. */
export function besideReply(extra: GivenBack | undefined, form: Form): JsonObject {
  if (extra === undefined) return form.dialect.thoughts === 'left-out' ? NOTHING : NO_THOUGHTS
  const { reasoning_content: thoughts, ...others } = ownFields(extra, form.receiver)
  const back = form.dialect.extras === 'sent-back' ? others : {}
  if (form.dialect.thoughts === 'left-out') return back
  // A server that wants thoughts wants them of calls that others made too, and takes none for an answer.
  return { ...back, reasoning_content: typeof thoughts === 'string' ? thoughts : '' }
}

/** What Google names for calls that its model did not make; ai.google.dev/gemini-api/docs/thought-signatures. */
const NO_SIGNATURE = 'skip_thought_signature_validator'

/** The fields of a call besides its own. `isFirst`: of its reply; of calls that were made at once only the first is signed. */
export function besideCall(extra: GivenBack | undefined, form: Form & { isFirst: boolean }): JsonObject {
  const { dialect, receiver, isFirst } = form
  const fields = dialect.extras === 'sent-back' ? ownFields(extra, receiver) : {}
  if (dialect.unsigned === 'as-given' || !isFirst) return fields
  const content = isJsonObject(fields['extra_content']) ? fields['extra_content'] : {}
  const google = isJsonObject(content['google']) ? content['google'] : {}
  if (typeof google['thought_signature'] === 'string') return fields
  return { ...fields, extra_content: { ...content, google: { ...google, thought_signature: NO_SIGNATURE } } }
}

function ownFields(extra: GivenBack | undefined, receiver: Receiver | undefined): JsonObject {
  if (extra === undefined || receiver === undefined || extra.host !== receiver.host) return {}
  return extra.model === undefined || extra.model === receiver.model ? extra.fields : {}
}
