/** The example flows that come with Baton; the build puts their texts into the program. */
import type { ExampleFile } from './library'

/** What people come with, in the order in which they are offered. All others show one idea each. */
const TEMPLATES: readonly string[] = [
  'support-desk',
  'personal-assistant',
  'document-answers',
  'research-plan',
  'tutoring',
  'code-review',
  'sales-qualification',
  'onboarding-interview',
  'incident-triage',
  'travel-planner',
]

/** Every file of `resources/examples`: templates first, then by name. */
export function loadExamples(): ExampleFile[] {
  const files = import.meta.glob<string>('../../resources/examples/*.flow.json', {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  return Object.entries(files)
    .map(([path, text]) => {
      const id = path.replace(/^.*\//, '').replace(/\.flow\.json$/, '')
      return { id, text, isTemplate: TEMPLATES.includes(id) }
    })
    .sort((first, second) => placeOf(first.id) - placeOf(second.id) || first.id.localeCompare(second.id))
}

function placeOf(id: string): number {
  const place = TEMPLATES.indexOf(id)
  return place === -1 ? TEMPLATES.length : place
}
