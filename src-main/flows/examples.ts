/** The example flows that come with Baton; the build puts their texts and their cards into the program. */
import type { Example } from '../../src-shared/rpc/contract'
import { cardOf, type ExampleFile } from './example-card'

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
  const [cards = []] = Object.values(
    import.meta.glob<readonly Example[]>('../../resources/example-cards.json', { eager: true, import: 'default' }),
  )
  const cardOfId = new Map(cards.map((card) => [card.id, card]))
  return Object.entries(files)
    .map(([path, text]) => {
      const id = path.replace(/^.*\//, '').replace(/\.flow\.json$/, '')
      return { id, text, isTemplate: TEMPLATES.includes(id), card: cardOfId.get(id) }
    })
    .sort((first, second) => placeOf(first.id) - placeOf(second.id) || first.id.localeCompare(second.id))
}

/** `resources/example-cards.json` as it ought to be. */
export function exampleCards(): string {
  return `[\n${loadExamples()
    .map((file) => JSON.stringify(cardOf(file)))
    .join(',\n')}\n]\n`
}

function placeOf(id: string): number {
  const place = TEMPLATES.indexOf(id)
  return place === -1 ? TEMPLATES.length : place
}
