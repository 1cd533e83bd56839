/** What Baton does for a server that wants its requests in a form of its own, in a person's words. */
import { asMessage, inARow, message, type Message, type Sentence } from '../../../src-shared/languages/translate'
import type { TrialPart } from '../../../src-shared/providers/trial'
import { UNIVERSAL, type Dialect } from '../wire/dialects'

type FieldName = Exclude<keyof Dialect, 'picturesRefused'>

/** To which row a field belongs, and what to say where it differs from the form that everybody gets; null: it is told elsewhere. */
type Adaptation<Name extends FieldName> = {
  part: TrialPart
  words: (value: Dialect[Name]) => Sentence
} | null

const ADAPTATIONS: { readonly [Name in FieldName]: Adaptation<Name> } = {
  system: { part: 'system', words: () => 'it puts the instructions into the first user message' },
  afterTools: { part: 'tools', words: () => 'it puts an assistant message between a tool’s result and the user' },
  callIds: {
    part: 'tools',
    words: (form) =>
      (
        {
          plain: 'it gives calls ids of letters and digits',
          'as-given': 'it leaves the ids of calls as they came',
          nine: 'it gives calls ids of nine letters and digits',
          counted: 'it numbers calls by the names of their tools',
        } as const
      )[form],
  },
  pastCalls: { part: 'tools', words: () => 'it tells of earlier calls in words where no tool is offered' },
  schemas: { part: 'tools', words: () => 'it writes schemas of tools with few keywords' },
  effortWithTools: { part: 'tools', words: () => 'it sets the reasoning effort to none where tools are offered' },
  extras: { part: 'tools', words: () => 'it leaves out what the server put beside earlier replies' },
  unsigned: { part: 'tools', words: () => 'it marks calls that this model did not make itself' },
  maxTokens: { part: 'text', words: (name) => message('it calls the token limit {name}', { name }) },
  thoughts: { part: 'tools', words: () => 'it sends earlier thoughts back' },
  without: {
    part: 'text',
    words: (names) => message('it leaves out {names}', { names: inARow(names.map(plainName), ', ') }),
  },
  answers: {
    part: 'text',
    words: (how) =>
      (
        {
          schema: 'it asks for structured outputs by their schema',
          object: 'it asks for structured outputs as any JSON object',
          tool: 'it asks for structured outputs by a tool',
          prompt: 'it asks for structured outputs by the prompt alone',
        } as const
      )[how],
  },
  // It is never learnt: a person chooses it.
  decisions: null,
  // A limit is no other form: it counts where it is reached, and the trace says so.
  mostTools: null,
  longestDescription: null,
  contextTokens: null,
  pictures: null,
}

/** What a field of a request is to a person. */
function plainName(name: string): string | Message {
  return name === 'stream_options' ? message('the wish for token counts') : name
}

/** What Baton does otherwise for a server, as parts of a sentence about it; of one row, or of all. */
export function adaptationsIn(dialect: Dialect, part?: TrialPart): Message[] {
  return fieldNames().flatMap((name) => {
    if (JSON.stringify(dialect[name]) === JSON.stringify(UNIVERSAL[name])) return []
    const words = wordsOf(dialect, name, part)
    return words === null ? [] : [words]
  })
}

function wordsOf<Name extends FieldName>(dialect: Dialect, name: Name, part?: TrialPart): Message | null {
  const adaptation: Adaptation<Name> = ADAPTATIONS[name]
  if (adaptation === null || (part !== undefined && adaptation.part !== part)) return null
  return asMessage(adaptation.words(dialect[name]))
}

function fieldNames(): FieldName[] {
  return Object.keys(ADAPTATIONS) as FieldName[]
}
