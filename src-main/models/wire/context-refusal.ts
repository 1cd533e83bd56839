/** What servers say about a prompt that is longer than the model's context: one table of their words, and what these tell. */

/** `limit`: tokens that the model holds; `asked`: tokens that the request came to, with what it keeps for the reply. Null: not said. */
export type ContextRefusal = { limit: number | null; asked: number | null }

/** Which servers say it so, in which words; `limit` and `asked` are named groups where numbers are said. */
type Row = { servers: string; words: RegExp }

/** A number as people write it: 131072, 131,072. */
const NUMBER = String.raw`\d[\d,_]*`
const number = (name: string) => `(?<${name}>${NUMBER})`
const words = (...parts: string[]) => new RegExp(parts.join(''), 'is')

/** THE table, from the most telling form to the least. Each row is a test by the words of real reports, with their sources. */
const TABLE: readonly Row[] = [
  {
    servers: 'OpenAI, DeepSeek, vLLM, OpenRouter, DeepInfra',
    words: words(
      `maximum context length (?:is|of) ${number('limit')}(?: tokens)?`,
      `(?:.{0,80}?(?:requested|resulted in|prompt contains|has)(?: a total of)?(?: at least)?(?: about)? ${number('asked')})?`,
    ),
  },
  { servers: 'Anthropic, Vertex', words: words(`prompt is too long: ${number('asked')} tokens > ${number('limit')}`) },
  {
    servers: 'Anthropic',
    words: words(`exceed context limit: ${number('asked')} \\+ ${NUMBER} > ${number('limit')}`),
  },
  {
    servers: 'Gemini',
    words: words(`input token count(?: \\(${number('asked')}\\))? exceeds the maximum.{0,40}?\\(${number('limit')}\\)`),
  },
  {
    servers: 'Mistral',
    words: words(
      `contains ${number('asked')} tokens.{0,60}too large for model with ${number('limit')} maximum context`,
    ),
  },
  { servers: 'Mistral', words: words(`too large for model with ${number('limit')} maximum context`) },
  {
    servers: 'xAI',
    words: words(`maximum prompt length is ${number('limit')}(?:.{0,40}contains ${number('asked')} tokens)?`),
  },
  {
    servers: 'llama.cpp',
    words: words(`exceed_context_size_error.*?"n_prompt_tokens": ?${number('asked')}.*?"n_ctx": ?${number('limit')}`),
  },
  {
    servers: 'llama.cpp',
    words: words(`request \\(${number('asked')} tokens\\) exceeds the available context size \\(${number('limit')}`),
  },
  { servers: 'llama.cpp', words: /exceeds the available context size|exceed_context_size_error/i },
  {
    servers: 'llama-cpp-python',
    words: words(`requested tokens \\(${number('asked')}\\) exceed context window of ${number('limit')}`),
  },
  {
    servers: 'LM Studio',
    words: words(`keep the first ${number('asked')} tokens.{0,120}context length of only ${number('limit')}`),
  },
  { servers: 'LM Studio', words: /greater than the context length|reached context length of/i },
  {
    servers: 'vLLM',
    words: words(`total length ${number('asked')}\\) is too long to fit.{0,60}context length ${number('limit')}`),
  },
  {
    servers: 'Together',
    words: words(`\\(${number('asked')} tokens\\) is longer than the model'?s context length \\(${number('limit')}`),
  },
  {
    servers: 'Ollama',
    words: /prompt too long; exceeded (max )?context length|input (length )?exceeds.{0,20}context length/i,
  },
  {
    servers: 'Moonshot',
    words: words(`exceeded model token limit: ${number('limit')}(?: \\(requested: ${number('asked')}\\))?`),
  },
  { servers: 'Bedrock', words: /input is too long for requested model/i },
  { servers: 'OpenAI', words: /exceeds the (model'?s )?context window/i },
  // The code of OpenAI, which Groq, Azure and most gateways use too, and the words that Groq puts beside it.
  { servers: 'OpenAI, Azure, Groq', words: /context_length_exceeded|reduce the length of the messages/i },
]

/** Statuses with which servers say it; some local ones answer 500, gateways 413. */
const STATUSES = new Set([400, 413, 422, 500])

/** "Too many tokens" of a minute or a day is not the length of one prompt. */
const OF_A_TIME = /rate.?limit|per (minute|day)|too many requests|throttl/i

/** What a refusal tells about the size of the context; null where it is about something else. */
export function contextRefusal({ status, body }: { status: number; body: string }): ContextRefusal | null {
  if (!STATUSES.has(status)) return null
  const said = body.slice(0, 20_000).replaceAll('\\"', '"')
  if (OF_A_TIME.test(said)) return null
  for (const row of TABLE) {
    const found = row.words.exec(said)
    if (found !== null) return { limit: read(found.groups?.['limit']), asked: read(found.groups?.['asked']) }
  }
  return null
}

/** Smaller than this no context is, so that such a number means something else. */
const LEAST = 128

function read(text: string | undefined): number | null {
  const value = Number((text ?? '').replaceAll(/[,_]/g, ''))
  return Number.isSafeInteger(value) && value >= LEAST ? value : null
}
