/** What a prompt becomes on the wire: nothing that the strictest provider refuses. */
import { convertMessagesToCompletionsMessageParams } from '@langchain/openai'
import { expect, test } from 'vitest'
import type { ModelMessage } from './model'
import { toChatMessages, toWireTool } from './openai-messages'

function wire(messages: readonly ModelMessage[]) {
  return convertMessagesToCompletionsMessageParams({ messages: toChatMessages(messages), model: 'm' })
}

test('a clean prompt passes as it is, the second system message included', () => {
  expect(
    wire([
      { role: 'system', text: 'You are a concierge.' },
      { role: 'user', text: 'What time is it?', name: 'ann' },
      {
        role: 'assistant',
        text: '',
        calls: [{ id: 'a', name: 'get_time', arguments: '{"x":1}' }],
        name: 'Concierge 1',
      },
      { role: 'tool', callId: 'a', tool: 'get_time', text: 'noon' },
      { role: 'system', text: 'Use a tool.' },
    ]),
  ).toEqual([
    { role: 'system', content: 'You are a concierge.' },
    { role: 'user', content: 'What time is it?', name: 'ann' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'get_time', arguments: '{"x":1}' } }],
    },
    { role: 'tool', content: 'noon', tool_call_id: 'a' },
    { role: 'system', content: 'Use a tool.' },
  ])
})

test('results move behind their calls, missing ones are said to be missing, orphans and empty messages go', () => {
  const call = (id: string, text = '{}') => ({ id, type: 'function', function: { name: 't', arguments: text } })
  expect(
    wire([
      { role: 'system', text: ' ' },
      { role: 'assistant', text: '', calls: [] },
      { role: 'tool', callId: 'orphan', tool: 't', text: 'x' },
      {
        role: 'assistant',
        text: 'Two.',
        calls: [
          { id: 'a', name: 't', arguments: '' },
          { id: 'b', name: 't', arguments: '{"half' },
          { id: 'c', name: 't', arguments: '[1]' },
        ],
      },
      { role: 'tool', callId: 'b', tool: 't', text: '' },
      { role: 'user', text: 'Well?' },
      { role: 'tool', callId: 'a', tool: 't', text: 'late' },
    ]),
  ).toEqual([
    {
      role: 'assistant',
      content: 'Two.',
      tool_calls: [call('a'), call('b', '{"malformed":"{\\"half"}'), call('c', '{"malformed":"[1]"}')],
    },
    { role: 'tool', content: 'late', tool_call_id: 'a' },
    { role: 'tool', content: '(no output)', tool_call_id: 'b' },
    { role: 'tool', content: 'Error: this call was never answered.', tool_call_id: 'c' },
    { role: 'user', content: 'Well?' },
  ])
})

test('a tool without a schema of type object gets an empty one', () => {
  const definition = toWireTool({ name: 't', description: 'd', parameters: {} })
  expect(definition.function.parameters).toEqual({ type: 'object', properties: {} })
})
