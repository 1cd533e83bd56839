/** The table of sizes and prices of models that comes with Baton. */
import { modelTableSchema } from '../../src-shared/providers/model-figures'

/** The table in `resources/models.json`; the build puts its text into the program. */
export function loadModelTable() {
  const files = import.meta.glob<string>('../../resources/models.json', {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  return modelTableSchema.parse(JSON.parse(Object.values(files)[0] ?? ''))
}
