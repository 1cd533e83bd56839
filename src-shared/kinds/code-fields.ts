/** How the inspector shows code in the place of a value, and what it is called when a person is asked for it. */
import type { FieldHint } from './kind'

const EXAMPLE = (...lines: readonly string[]) => ['export function run(args, baton) {', ...lines, '}'].join('\n')

/** How the inspector shows an instruction that code gives. */
export const PROMPT_EXAMPLE = EXAMPLE('  return args.prompt + `\\nIt is ${new Date().toDateString()}.`')
export const PROMPT_HELP =
  'Stands for the instruction: exports run(args, baton) and gives back the text. args.prompt is the instruction as it would be without.'
export const AFTER_WORK_EXAMPLE = EXAMPLE("  return baton.variables.tries > 2 ? 'Boss' : 'TERMINATE'")
export const MANAGER_EXAMPLE = EXAMPLE(
  '  return args.prompt + `\\nNot ${baton.messages.at(-1)?.speaker}: it has just spoken.`',
)
const CONDITION_EXAMPLE = EXAMPLE("  return baton.messages.length > 4 ? 'The user has asked twice' : args.condition")
const AVAILABLE_EXAMPLE = EXAMPLE('  return baton.messages.length > 3')
const MESSAGE_EXAMPLE = EXAMPLE('  return `Check this: ${baton.messages.at(-1).text}`')
export const SUMMARY_EXAMPLE = EXAMPLE('  return baton.messages.at(-1).text.toUpperCase()')

/** The condition of a hand-off that the model decides on, by code. */
export const conditionCodeField: FieldHint = {
  key: 'conditionCode',
  label: 'Condition, by code',
  group: 'advanced',
  type: 'callable',
  placeholder: CONDITION_EXAMPLE,
  help: 'Asked before each reply: exports run(args, baton) and gives back the words that the model reads; args.condition has the ones above. Nothing: those.',
  when: { key: 'by', is: 'model' },
}

export const availableCodeField: FieldHint = {
  key: 'availableCode',
  label: 'Only when, by code',
  group: 'advanced',
  type: 'callable',
  placeholder: AVAILABLE_EXAMPLE,
  help: 'Asked before each reply in the place of “Only when”: exports run(args, baton); what counts as true lets it through.',
}

export const messageCodeField: FieldHint = {
  key: 'messageCode',
  label: 'What it is told, by code',
  group: 'advanced',
  type: 'callable',
  placeholder: MESSAGE_EXAMPLE,
  help: 'Stands for the message: exports run(args, baton) and gives back the text. Nothing: as without a message.',
}

export const summaryCodeField: FieldHint = {
  key: 'summaryCode',
  label: 'Summary by code',
  group: 'does',
  type: 'callable',
  placeholder: SUMMARY_EXAMPLE,
  help: 'Exports run(args, baton) and gives back the text; baton.messages is the chat.',
  when: { key: 'summaryMethod', is: 'code' },
}

/** What a person calls code of an edge. */
export function edgeCode({ from, to }: { from: string; to: string }, what: string): string {
  return `${from} to ${to}: ${what}`
}
