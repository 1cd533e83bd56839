/** What Baton does for a server that wants its requests in a form of its own, in a person's words. */
import type { TrialPart } from '../../../src-shared/providers/trial'
import { UNIVERSAL, type Dialect } from '../wire/dialects'

type FieldName = Exclude<keyof Dialect, 'picturesRefused'>

/** To which row a field belongs (null: it is told elsewhere), and what to say where it differs from the form that everybody gets. */
type Adaptation<Name extends FieldName> = {
  part: TrialPart | null
  words: (value: Dialect[Name]) => string
}

const ADAPTATIONS: { readonly [Name in FieldName]: Adaptation<Name> } = {
  system: { part: 'system', words: () => 'it puts the instructions into the first user message' },
  afterTools: { part: 'tools', words: () => 'it puts an assistant message between a tool’s result and the user' },
  callIds: {
    part: 'tools',
    words: (form) =>
      ({
        plain: 'it gives calls ids of letters and digits',
        'as-given': 'it leaves the ids of calls as they came',
        nine: 'it gives calls ids of nine letters and digits',
        counted: 'it numbers calls by the names of their tools',
      })[form],
  },
  pastCalls: { part: 'tools', words: () => 'it tells of earlier calls in words where no tool is offered' },
  schemas: { part: 'tools', words: () => 'it writes schemas of tools with few keywords' },
  effortWithTools: { part: 'tools', words: () => 'it sets the reasoning effort to none where tools are offered' },
  extras: { part: 'tools', words: () => 'it leaves out what the server put beside earlier replies' },
  unsigned: { part: 'tools', words: () => 'it marks calls that this model did not make itself' },
  maxTokens: { part: 'text', words: (name) => `it calls the token limit ${name}` },
  thoughts: { part: 'tools', words: () => 'it sends earlier thoughts back' },
  without: { part: 'text', words: (names) => `it leaves out ${names.map(plainName).join(', ')}` },
  answers: {
    part: 'text',
    words: (how) =>
      ({
        schema: 'it asks for structured outputs by their schema',
        object: 'it asks for structured outputs as any JSON object',
        tool: 'it asks for structured outputs by a tool',
        prompt: 'it asks for structured outputs by the prompt alone',
      })[how],
  },
  // It is never learnt: a person chooses it.
  decisions: { part: null, words: () => 'it asks for decisions by a schema of the words that count' },
  // A limit is no other form: it counts where it is reached, and the trace says so.
  mostTools: { part: null, words: (most) => `it sends ${most} tools at most` },
  longestDescription: { part: null, words: (most) => `it cuts descriptions of tools at ${most} characters` },
  contextTokens: { part: null, words: (tokens) => `it keeps conversations within ${tokens} tokens` },
  pictures: { part: null, words: (most) => (most === 0 ? 'it sends no images' : `it sends ${most} images at most`) },
}

/** What a field of a request is to a person. */
function plainName(name: string): string {
  return name === 'stream_options' ? 'the wish for token counts' : name
}

/** What Baton does otherwise for a server, as parts of a sentence about it; of one row, or of all. */
export function adaptationsIn(dialect: Dialect, part?: TrialPart): string[] {
  return fieldNames().flatMap((name) => {
    const isOther = JSON.stringify(dialect[name]) !== JSON.stringify(UNIVERSAL[name])
    const isAsked = part === undefined ? ADAPTATIONS[name].part !== null : ADAPTATIONS[name].part === part
    return isOther && isAsked ? [wordsOf(dialect, name)] : []
  })
}

/** `Baton adapts: it does this, and it does that.`; empty where it does nothing. */
export function adaptationSentence(adaptations: readonly string[]): string {
  return adaptations.length === 0 ? '' : `Baton adapts: ${adaptations.join('; ')}.`
}

function wordsOf<Name extends FieldName>(dialect: Dialect, name: Name): string {
  const { words }: Adaptation<Name> = ADAPTATIONS[name]
  return words(dialect[name])
}

function fieldNames(): FieldName[] {
  return Object.keys(ADAPTATIONS) as FieldName[]
}
