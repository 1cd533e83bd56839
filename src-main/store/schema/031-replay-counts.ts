/** Schema step 31: what each result of a replay counts as, so that replays are listed without reading them. A step that was released is never edited. */
import type { SchemaStep } from './step'

/* 1 or 0; null in rows of older builds, whose bodies are read once. */
export const replayCounts: SchemaStep = {
  number: 31,
  sql: `
    ALTER TABLE replay_results ADD COLUMN flip INTEGER;
    ALTER TABLE replay_results ADD COLUMN failed INTEGER;`,
}
