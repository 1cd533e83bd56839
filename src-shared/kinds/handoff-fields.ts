/** How the inspector shows a hand-off, and the fields that other edges share with it. */
import { availableCodeField, conditionCodeField } from './code-fields'
import type { FieldHint } from './kind'

export const orderField: FieldHint = {
  key: 'order',
  label: 'Order',
  group: 'does',
  type: 'place',
  help: 'Lower goes first.',
}
export const returnsField: FieldHint = {
  key: 'returns',
  label: 'Hands back',
  group: 'does',
  help: 'When the conversation returns to whoever handed it over.',
  type: 'choice',
  options: [
    { value: 'stay', label: 'Only when asked' },
    { value: 'when-done', label: 'When it has answered' },
  ],
}

export const HANDOFF_FIELDS: readonly FieldHint[] = [
  {
    key: 'by',
    label: 'Decided by',
    group: 'does',
    help: 'Who decides on the hand-off.',
    type: 'choice',
    options: [
      { value: 'model', label: 'The model' },
      { value: 'context', label: 'Variables, without a model call' },
    ],
  },
  {
    key: 'condition',
    label: 'Condition',
    group: 'does',
    type: 'text',
    placeholder: 'The user asks for money back',
    help: 'The model reads it, with the values of variables in the place of {name}.',
    variables: true,
    when: { key: 'by', is: 'model' },
  },
  conditionCodeField,
  {
    key: 'condition',
    label: 'Condition',
    group: 'does',
    type: 'expression',
    placeholder: '${is_verified} and ${tries} < 3',
    help: 'Checked before each reply. While true, it hands off without a model call.',
    when: { key: 'by', is: 'context' },
  },
  {
    key: 'available',
    label: 'Only when',
    group: 'does',
    type: 'expression',
    placeholder: '${is_verified}',
    help: 'Checked before each reply. Hidden from the model while false. Empty: always.',
    bare: true,
  },
  availableCodeField,
  {
    key: 'message',
    label: 'Message to the next one',
    group: 'does',
    type: 'text',
    placeholder: 'Here are the tools you are looking for.',
    help: 'Whoever takes the baton reads it, as said by this agent; the user does not see it. {name} is filled in with a variable.',
    variables: true,
  },
  {
    key: 'name',
    label: 'Tool name',
    group: 'advanced',
    type: 'line',
    placeholder: 'transfer_Triage_to_Refunds',
    help: 'The model calls the hand-off by this name. Empty: one made of the names of both ends.',
    when: { key: 'by', is: 'model' },
  },
  returnsField,
  orderField,
]
