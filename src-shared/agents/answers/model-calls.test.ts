import { expect, test } from 'vitest'
import { offeredName, readCallArguments, writtenCall } from './model-calls'

const NAMES = ['get_time', 'Get_Time', 'transfer_A_to_b', 'functions.odd']

test.each([
  ['get_time', 'get_time'],
  ['Get_Time', 'Get_Time'],
  ['GET_TIME', 'get_time'],
  ['transfer_a_to_B', 'transfer_A_to_b'],
  ['functions.get_time', 'get_time'],
  ['functions.Get_time:0', 'get_time'],
  ['default_api.get_time', 'get_time'],
  ['tools::GET_TIME', 'get_time'],
  ['functions.odd', 'functions.odd'],
  [' get_time ', 'get_time'],
  ['get_tim', null],
  ['my.get_time', null],
  ['', null],
])('the called name %j means %j', (called, wanted) => {
  expect(offeredName(called, NAMES)).toBe(wanted)
})

test.each([
  ['', {}],
  ['null', {}],
  [' {} ', {}],
  ['""', {}],
  ['"null"', {}],
  ['[]', {}],
  ['"{}"', {}],
  [JSON.stringify(JSON.stringify({ a: 1 })), { a: 1 }],
  [JSON.stringify('```json\n{"a": 1}\n```'), { a: 1 }],
  ['{"a": 1}', { a: 1 }],
  ['```json\n{"a": 1}\n```', { a: 1 }],
  ['```{"a": 1}```', { a: 1 }],
  [JSON.stringify('{"a": [1]}'), { a: [1] }],
  ['{"a": [1, 2,], }', { a: [1, 2] }],
  ['{"a": ",}", "b": "x\\",]",}', { a: ',}', b: 'x",]' }],
  ['[1]', null],
  ['"text"', null],
  ['{"a": 1', null],
  ['{a: 1}', null],
  ['{}{"a": 1}', null],
])('the arguments %j are %j', (text, wanted) => {
  expect(readCallArguments(text)).toEqual(wanted)
})

test.each([
  ['<tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call>', 'get_time'],
  ['Let me look. <function=get_time>{}</function>', 'get_time'],
  ['[TOOL_CALLS]get_time{"zone": "UTC"}', 'get_time'],
  ['<|python_tag|>{"name": "get_time", "parameters": {}}', 'get_time'],
  ['{"name": "GET_TIME", "parameters": {}}', 'get_time'],
  ['```json\n{"tool": "get_time", "args": {}}\n```', 'get_time'],
  ['get_time()', 'get_time'],
  ['get_time(zone="UTC")', 'get_time'],
  ['It is noon.', null],
  ['I called get_time() and it said noon.', null],
  ['{"name": "Ann", "arguments": {}}', null],
  ['{"name": "get_time"}', null],
])('the text %j calls %j', (text, wanted) => {
  expect(writtenCall(text, ['get_time'])).toBe(wanted)
})

test('nothing is a call where nothing is on offer', () => {
  expect(writtenCall('<tool_call>{"name": "get_time", "arguments": {}}</tool_call>', [])).toBeNull()
})
