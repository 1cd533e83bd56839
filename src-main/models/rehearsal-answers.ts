/** What the rehearsal model says where the script is silent: sensible, honest, and always the same for the same request. */
import { z } from 'zod'
import { SEARCH_TOOLS } from '../../src-shared/agents/offers/pools'
import { parseJson } from './json'
import type { ModelPurpose, ModelRequest, ModelTool } from './contract/model'
import type { Prompt } from './contract/prompt'
import { extractFields, fillArguments } from './rehearsal-fields'
import type { RehearsedPrompt } from './rehearsal-prompt'
import { containsAnswer, findArithmetic, isAboutSomething, rankTopics } from './rehearsal-words'

/** A reply before it has ids. */
export type Draft = { text: string; calls: readonly { tool: string; arguments: Readonly<Record<string, unknown>> }[] }

export type RehearsalLanguage = 'en' | 'zh' | 'ru'

const SENTENCES = {
  en: {
    said: (speaker: string, text: string) =>
      `Rehearsal for ${speaker}: you said "${text}"; a connected model would answer here.`,
    silent: (speaker: string) =>
      `Rehearsal for ${speaker}: nobody has spoken yet; a connected model would open the conversation here.`,
    results: (speaker: string, text: string) => `Rehearsal for ${speaker}: ${text}`,
    says: (tool: string, text: string) => `${tool} says: ${text}`,
    failed: (tool: string, text: string) => `${tool} failed: ${text}`,
  },
  ru: {
    said: (speaker: string, text: string) =>
      `Репетиция за ${speaker}: вы сказали «${text}»; здесь ответила бы подключённая модель.`,
    silent: (speaker: string) =>
      `Репетиция за ${speaker}: ещё никто ничего не сказал; здесь разговор начала бы подключённая модель.`,
    results: (speaker: string, text: string) => `Репетиция за ${speaker}: ${text}`,
    says: (tool: string, text: string) => `${tool} отвечает: ${text}`,
    failed: (tool: string, text: string) => `${tool} не сработал: ${text}`,
  },
  zh: {
    said: (speaker: string, text: string) => `${speaker} 的排练：您说“${text}”；此处应由已连接的模型作答。`,
    silent: (speaker: string) => `${speaker} 的排练：还没有人说话；此处应由已连接的模型开始对话。`,
    results: (speaker: string, text: string) => `${speaker} 的排练：${text}`,
    says: (tool: string, text: string) => `${tool} 返回：${text}`,
    failed: (tool: string, text: string) => `${tool} 失败：${text}`,
  },
} as const satisfies Record<RehearsalLanguage, unknown>

/** The answer to one request. */
export function draftAnswer(request: ModelRequest, prompt: RehearsedPrompt, language: RehearsalLanguage): Draft {
  const { purpose } = request
  switch (purpose.kind) {
    case 'choose':
      return say(choose(purpose))
    case 'judge':
      return say(judge(purpose))
    case 'extract':
      return say(JSON.stringify(extractFields(purpose.schema, purpose.message)))
    case 'plan':
      return say(plan(request.tools, prompt.user ?? ''))
    case 'summarise':
      return say(summarise(request.prompt))
    case 'reply':
      return inForm(request, prompt, reply(request.toolsClosed === true ? [] : request.tools, prompt, language))
  }
}

/** Words become the plainest object that fits, where one is asked for. */
function inForm({ answer, purpose }: ModelRequest, { user }: RehearsedPrompt, draft: Draft): Draft {
  if (answer === undefined || draft.calls.length > 0) return draft
  const message = purpose.kind === 'reply' ? (purpose.message ?? user ?? '') : ''
  return say(JSON.stringify(fillArguments(answer.schema, message)))
}

function say(text: string): Draft {
  return { text, calls: [] }
}

function choose({ options, none, message }: Extract<ModelPurpose, { kind: 'choose' }>): string {
  const [best] = rankTopics(message, options)
  return (best === undefined ? undefined : options[best]?.name) ?? none
}

function judge({ answers, message }: Extract<ModelPurpose, { kind: 'judge' }>): string {
  const [neutral = '', ...others] = answers
  return others.find((answer) => containsAnswer(message, answer)) ?? neutral
}

function reply(tools: readonly ModelTool[], prompt: RehearsedPrompt, language: RehearsalLanguage): Draft {
  const sentences = SENTENCES[language]
  const found = foundTool(tools, prompt)
  if (found !== undefined) return callOf(found, prompt.user ?? '')
  if (prompt.results.length > 0) {
    const parts = prompt.results.map(({ tool, text }) => {
      const failure = /^Error:\s*/.exec(text)
      if (failure !== null) return sentences.failed(tool, shorten(text.slice(failure[0].length), 400))
      return sentences.says(tool, shorten(text, 400))
    })
    return say(sentences.results(prompt.speaker, endSentence(parts.join('; '))))
  }
  if (prompt.user === null || prompt.user.trim() === '') return say(sentences.silent(prompt.speaker))
  const tool = pickTool(tools, prompt, prompt.user) ?? searchFor(tools, prompt.user)
  if (tool !== undefined) return callOf(tool, prompt.user)
  return say(sentences.said(prompt.speaker, shorten(prompt.user, 200)))
}

function callOf(tool: ModelTool, message: string): Draft {
  return { text: '', calls: [{ tool: tool.name, arguments: fillArguments(tool.parameters, message) }] }
}

/** The search of tool pools, where it is on offer and there is something to look for. */
function searchFor(tools: readonly ModelTool[], message: string): ModelTool | undefined {
  return isAboutSomething(message) ? tools.find(({ name }) => name === SEARCH_TOOLS.names.name) : undefined
}

const namesSchema = z.array(z.string())

/** The best of the tools that a search has just found, where it may be called now. */
function foundTool(tools: readonly ModelTool[], { results, called }: RehearsedPrompt): ModelTool | undefined {
  const last = results.at(-1)
  if (last?.tool !== SEARCH_TOOLS.names.name) return undefined
  const names = namesSchema.safeParse(parseJson(last.text))
  const open = tools.filter(({ name }) => !called.has(name))
  return names.data?.flatMap((name) => open.find((tool) => tool.name === name) ?? []).at(0)
}

/** At most one move per speaker and turn, and no tool twice: a rehearsal never runs in circles. */
function pickTool(tools: readonly ModelTool[], prompt: RehearsedPrompt, message: string): ModelTool | undefined {
  const canMove = !prompt.hasMoved && prompt.nth === 1
  const open = tools.filter((tool) => !prompt.called.has(tool.name) && (canMove || tool.moves !== true))
  return rankTools(open, message)[0]
}

function rankTools(tools: readonly ModelTool[], message: string): ModelTool[] {
  const ranked = rankTopics(message, tools).flatMap((at) => tools[at] ?? [])
  const calculator = findArithmetic(message) === null ? undefined : tools.find(takesExpression)
  return calculator === undefined ? ranked : [calculator, ...ranked.filter((tool) => tool !== calculator)]
}

function takesExpression(tool: ModelTool): boolean {
  const { properties } = tool.parameters
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  return names.some((name) => /expression|formula/i.test(name))
}

const MODEL_TOOL = 'LLM'

function plan(tools: readonly ModelTool[], question: string): string {
  const asked = shorten(question, 300).replaceAll('[', '(').replaceAll(']', ')')
  const sources = tools.filter((tool) => tool.name !== MODEL_TOOL)
  const model = tools.find((tool) => tool.name === MODEL_TOOL)
  const picked = rankTools(sources, question).slice(0, 3)
  const steps = (picked.length > 0 || model !== undefined ? picked : sources.slice(0, 1)).map((tool) => ({
    why: `Use ${tool.name} for the question.`,
    call: `${tool.name}[${bracketText(tool, question, asked)}]`,
  }))
  if (model !== undefined || steps.length === 0) {
    const evidence = steps.map((_, at) => `#E${at + 1}`).join(', ')
    const input = evidence === '' ? asked : `${asked} Evidence: ${evidence}`
    steps.push({ why: 'Answer the question.', call: `${MODEL_TOOL}[${input}]` })
  }
  return steps.map(({ why, call }, at) => `Plan: ${why}\n#E${at + 1} = ${call}`).join('\n')
}

/** One text where the tool takes one; JSON where it takes several fields. */
function bracketText(tool: ModelTool, question: string, asked: string): string {
  const filled = Object.values(fillArguments(tool.parameters, question))
  if (filled.length > 1) return JSON.stringify(fillArguments(tool.parameters, question)).replace(/[\n\r]+/g, ' ')
  const [only] = filled
  if (only === undefined) return ''
  return typeof only === 'string' && only !== question ? only.replaceAll('[', '(').replaceAll(']', ')') : asked
}

/** The beginning of what was said last, by the flow if it said anything. */
function summarise({ history }: Prompt): string {
  const spoken = history.flatMap((one) => (one.kind === 'note' || one.text.trim() === '' ? [] : [one]))
  const last = spoken.findLast(({ by }) => by !== 'user') ?? spoken.at(-1)
  return shorten(last?.text ?? '', 240)
}

function shorten(text: string, limit: number): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length <= limit ? flat : `${flat.slice(0, limit - 1).trimEnd()}…`
}

function endSentence(text: string): string {
  return /[.!?…。！？]$/.test(text) ? text : `${text}.`
}
