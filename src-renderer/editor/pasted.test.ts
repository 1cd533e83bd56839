import { expect, test } from 'vitest'
import { copyText } from '../../src-shared/flow/editing/clipboard'
import { flowToMermaid } from '../../src-shared/flow/editing/mermaid'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { readPasted } from './pasted'

test('tells what a pasted text is', () => {
  const desk = flow('Desk').start('a').agent('a').build()
  const texts: [string, string][] = [
    ['piece', copyText(desk, ['a'])],
    ['flow', saveFlow(desk)],
    ['servers', '{"mcpServers": {"time": {"command": "uvx", "args": ["mcp-server-time"]}}}'],
    ['curl', "curl 'https://example.com'"],
    ['api-address', ' https://petstore3.swagger.io/api/v3/openapi.json\n'],
    ['api-address', 'https://example.com/spec/v1.yaml'],
    ['api-document', '{\n "openapi": "3.1.0", "paths": {}}'],
    ['api-document', 'openapi: 3.0.0\ninfo:\n  title: Pets'],
    ['mermaid', flowToMermaid(desk)],
    ['unknown', 'https://example.com/about'],
    ['link', ' baton://open?flow=e30\n'],
    ['unknown', 'a word about baton://open?flow=e30'],
    ['unknown', 'some words'],
    ['unknown', '{"a": 1}'],
  ]
  expect(texts.map(([, text]) => readPasted(text).what)).toEqual(texts.map(([what]) => what))
})
