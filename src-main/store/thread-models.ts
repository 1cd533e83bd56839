/** The column of a thread that has the model which a person chose for it. */
import { parseJson } from '../../src-shared/flow/json'
import { threadModelSchema, type ThreadModel } from '../../src-shared/flow/thread-model'

/** Null: as the flow says. */
export function storedModel(model: ThreadModel | null): string | null {
  return model === null ? null : JSON.stringify(model)
}

/** What cannot be read is no choice. */
export function readModel(stored: string | null): ThreadModel | null {
  const read = stored === null ? null : parseJson(stored)
  const model = threadModelSchema.safeParse(read?.ok === true ? read.value : null)
  return model.success ? model.data : null
}
