/** The list of wanted operations, wish by wish. */
import { expect, it } from 'vitest'
import { includesOperation as includes } from '../../../src-shared/agents/outside/api-wishes'
import { readOpenApi } from './read'
import { documentOf } from './testing/documents'

const { operations } = readOpenApi(
  documentOf({
    '/users': {
      get: { operationId: 'users/list', tags: ['users'] },
      post: { operationId: 'users/add', tags: ['users'] },
    },
    '/users/{id}': { get: { tags: ['users', 'one user'] } },
    '/orders/{id}/lines': { delete: { operationId: 'drop*', tags: ['orders'] } },
  }),
)

it.each([
  [[], ['users_list', 'users_add', 'get_users_id', 'drop']],
  [
    ['', '  '],
    ['users_list', 'users_add', 'get_users_id', 'drop'],
  ],
  [['users_list'], ['users_list']],
  [[' users/add '], ['users_add']],
  [['users_*'], ['users_list', 'users_add']],
  [['tag:users'], ['users_list', 'users_add', 'get_users_id']],
  [['tag: one user'], ['get_users_id']],
  [['tag:Users'], []],
  [['get /users'], ['users_list']],
  [['GET   /users*'], ['users_list', 'get_users_id']],
  [['* /users'], ['users_list', 'users_add']],
  [['/users/*'], ['get_users_id']],
  [['/users/{id}'], ['get_users_id']],
  [['/*/lines'], ['drop']],
  [['drop*'], ['drop']],
  [['PUT /users', 'nothing', '/users/'], []],
  [
    ['users_list', 'tag:orders'],
    ['users_list', 'drop'],
  ],
])('%j takes %j', (include, names) => {
  expect(operations.filter((operation) => includes(operation, include)).map(({ name }) => name)).toEqual(names)
})

it('many stars take no time', () => {
  const [first] = operations
  expect(
    first !== undefined && includes({ ...first, path: `/${'a'.repeat(50_000)}` }, [`/${'*a'.repeat(10_000)}*b`]),
  ).toBe(false)
})
