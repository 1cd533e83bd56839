/** The example flows that come with Baton; the build puts their texts into the program. */
import type { ExampleFile } from './library'

/** Every file of `resources/examples`, by name. */
export function loadExamples(): ExampleFile[] {
  const files = import.meta.glob<string>('../../resources/examples/*.flow.json', {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  return Object.entries(files)
    .map(([path, text]) => ({ id: path.replace(/^.*\//, '').replace(/\.flow\.json$/, ''), text }))
    .sort((first, second) => first.id.localeCompare(second.id))
}
