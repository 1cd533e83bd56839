/** The column of a thread that has the model which a person chose for it. */
import { parseJson } from '../../src-shared/flow/json'
import { threadModelSchema, type ThreadModel } from '../../src-shared/flow/thread-model'

/** Null: as the flow says. */
export function storedModel(model: ThreadModel | null): string | null {
  return model === null ? null : JSON.stringify(model)
}

/** What cannot be read is no choice. */
export function readModel(stored: string | null): ThreadModel | null {
  // As of nearly every thread of a long list: it is not worth a failure of the schema.
  if (stored === null) return null
  const read = parseJson(stored)
  const model = threadModelSchema.safeParse(read.ok ? read.value : null)
  return model.success ? model.data : null
}
