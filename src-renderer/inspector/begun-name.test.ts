import { expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import { betterName } from './begun-name'

const drawn = flow('Names')
  .start('a')
  .agent('a', { name: 'Files' })
  .node('mcp-server', 'begun', { name: 'MCP server 2' })
  .node('mcp-server', 'named', { name: 'My server' })
  .build()

test('a better name takes the place of the one that everybody of the kind begins with, and of no other', () => {
  expect(betterName(drawn, 'begun', 'github')).toBe('github')
  expect(betterName(drawn, 'begun', 'files')).toBe('files 2')
  expect(betterName(drawn, 'begun', 'MCP server')).toBe(null)
  expect(betterName(drawn, 'begun', '  ')).toBe(null)
  expect(betterName(drawn, 'named', 'github')).toBe(null)
  expect(betterName(drawn, 'gone', 'github')).toBe(null)
})
