/**
 * Brings flow files of older versions up to date, one numbered step per version. A step lives in `NNN-words.ts`, where
 * NNN is the version that it makes, and is listed here; its input is frozen as `fixtures/v<NNN - 1>.flow.json`.
 */
import { FLOW_VERSION, type JsonObject } from '../records'

/** One step from version `to - 1` to version `to`, on the raw file: it must bear anything in it. `to` itself is written by the runner. */
export type Migration = { to: number; describe: string; migrate: (file: JsonObject) => JsonObject }

/** THE list of steps, oldest first. Version 1 is the first, so there are none yet. */
export const MIGRATIONS: readonly Migration[] = checkedMigrations([], FLOW_VERSION)

/** The steps themselves; throws unless they lead from version 2 to `newest` without a gap. */
export function checkedMigrations(steps: readonly Migration[], newest: number): readonly Migration[] {
  const wanted = Array.from({ length: newest - 1 }, (_, index) => index + 2)
  const found = steps.map((step) => step.to)
  if (found.join() !== wanted.join()) {
    throw new Error(
      `The steps of the flow file must make the versions [${wanted.join()}] in order, not [${found.join()}].`,
    )
  }
  return steps
}

/** Runs every step beyond `version`. The input is not changed. */
export function runMigrations(file: JsonObject, version: number, steps: readonly Migration[] = MIGRATIONS): JsonObject {
  let current = structuredClone(file)
  for (const step of steps) {
    if (step.to > version) current = { ...step.migrate(current), version: step.to }
  }
  return current
}
