import { expect, test } from 'vitest'
import { curlTool } from './curl-tool'
import { isCurl, readCurl } from './curl'
import { shellWords, VARIABLE } from './shell-words'
import { ENGLISH } from '../../languages/translate'

const refused = (text: string): string => {
  try {
    curlTool(text)
    return 'taken'
  } catch (cause) {
    return cause instanceof Error ? cause.message : 'thrown'
  }
}

test('words of a Unix shell: quotes, escapes, lines that go on, variables, comments and what follows', () => {
  const { words, hasMore } = shellWords(
    `curl 'a b' "c \\"d\\" \\$e" f\\ g \\\n  $'h\\'i\\u0021\\x41\\n' "$TOKEN"x \${ID:-3} # comment\nrm -rf /`,
  )
  const variable = (name: string) => `${VARIABLE.begin}${name}${VARIABLE.end}`
  expect(words).toEqual(['curl', 'a b', 'c "d" $e', 'f g', "h'i!A\n", `${variable('TOKEN')}x`, variable('ID')])
  expect(hasMore).toBe(true)
})

test('words of the Windows prompt, as browsers write them', () => {
  const chrome = `curl ^"https://example.com/a?b=1^&c=%^41^" ^\r\n  -H ^"accept: */*^" ^\r\n  --data-raw ^"^{^\\^"x^\\^":^\\^"1 ^^ 2^\\^"^}^"`
  expect(shellWords(chrome).words).toEqual([
    'curl',
    'https://example.com/a?b=1&c=%41',
    '-H',
    'accept: */*',
    '--data-raw',
    '{"x":"1 ^ 2"}',
  ])
  const older = 'curl "https://example.com" ^\n -H "x: y \\"z\\""'
  expect(shellWords(older).words).toEqual(['curl', 'https://example.com', '-H', 'x: y "z"'])
})

test('GitHub: a token, an open id, a version header', () => {
  const { name, data, secrets, notes } = curlTool(`curl -L \\
  -X POST \\
  -H "Accept: application/vnd.github+json" \\
  -H "Authorization: Bearer <YOUR-TOKEN>" \\
  -H "X-GitHub-Api-Version: 2022-11-28" \\
  https://api.github.com/repos/{owner}/:repo/issues \\
  -d '{"title":"Found a bug","labels":["bug"],"milestone":1}'`)
  expect({ name, data, secrets, notes }).toEqual({
    name: 'POST issues',
    secrets: { GITHUB_TOKEN: '' },
    notes: [],
    data: {
      description: 'Sends POST to api.github.com/repos/{owner}/{repo}/issues',
      method: 'POST',
      url: 'https://api.github.com/repos/{owner}/{repo}/issues',
      headers: {
        Accept: 'application/vnd.github+json',
        Authorization: 'Bearer {GITHUB_TOKEN}',
        'X-GitHub-Api-Version': '2022-11-28',
        'Content-Type': 'application/json',
      },
      body: '{"title": "{title}", "labels": {labels}, "milestone": {milestone}}',
      secrets: ['GITHUB_TOKEN'],
      parameters: {
        type: 'object',
        properties: {
          owner: { type: 'string' },
          repo: { type: 'string' },
          title: { type: 'string', examples: ['Found a bug'] },
          labels: { type: 'array', items: { type: 'string', examples: ['bug'] } },
          milestone: { type: 'integer', examples: [1] },
        },
        required: ['owner', 'repo', 'title', 'labels', 'milestone'],
      },
    },
  })
})

test('OpenAI: the key is a variable of the shell, the body is the arguments', () => {
  const { data, secrets } = curlTool(`$ curl https://api.openai.com/v1/chat/completions \\
  -H "Content-Type: application/json" \\
  -H "Authorization: Bearer $OPENAI_API_KEY" \\
  -d '{
    "model": "gpt-5",
    "messages": [{"role": "user", "content": "It'"'"'s a test"}],
    "max_tokens": 7
  }'`)
  expect(secrets).toEqual({ OPENAI_API_KEY: '' })
  expect(data).toMatchObject({
    method: 'POST',
    url: 'https://api.openai.com/v1/chat/completions',
    headers: { Authorization: 'Bearer {OPENAI_API_KEY}' },
    parameters: { required: ['model', 'messages', 'max_tokens'] },
  })
  expect(Object.hasOwn(data, 'body')).toBe(false)
  expect(JSON.stringify(data)).toContain("It's a test")
})

test('Stripe: basic auth and a form', () => {
  const { data, secrets } = curlTool(
    `curl https://api.stripe.com/v1/charges -u "sk_test_4eC39HqLyjWDarjtT1zdp7dc:" -d amount=2000 -d currency=usd -d "metadata[order id]=6735" --data-urlencode "description=Tom & Co"`,
  )
  expect(secrets).toEqual({ STRIPE_BASIC: Buffer.from('sk_test_4eC39HqLyjWDarjtT1zdp7dc:').toString('base64') })
  expect(data).toMatchObject({
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: 'Basic {STRIPE_BASIC}' },
    body: 'amount={amount}&currency={currency}&metadata[order id]={metadata_order_id_}&description={description}',
  })
  expect(data['parameters']).toMatchObject({ properties: { description: { examples: ['Tom & Co'] } } })
  expect(JSON.stringify(data)).not.toContain('sk_test')
  const logins = ['a:b', 'a:bc', 'ä:密', 'me']
  expect(logins.map((login) => Object.values(curlTool(`curl -u '${login}' a.example`).secrets)[0])).toEqual(
    ['a:b', 'a:bc', 'ä:密', 'me:'].map((login) => Buffer.from(login).toString('base64')),
  )
})

test('a browser: its own headers go, cookies and tokens are secrets, the query is the arguments', () => {
  const { data, secrets, notes } =
    curlTool(`curl 'https://shop.example.com/api/search?q=red+cake&limit=10&tag=a&tag=b&api_key=abc123' \\
  -H 'accept: application/json' -H 'accept-language: en' -H 'sec-fetch-mode: cors' -H 'sec-ch-ua: "Chromium";v="1"' \\
  -H 'user-agent: Mozilla/5.0' -b 'session=1; id=2' -H 'x-csrf-token: zzz' --compressed`)
  expect(data).toMatchObject({
    url: 'https://shop.example.com/api/search?tag={tag_2}',
    query: { q: '{q}', limit: '{limit}', tag: '{tag}', api_key: '{EXAMPLE_API_KEY}' },
    headers: { accept: 'application/json', Cookie: '{EXAMPLE_COOKIE}', 'x-csrf-token': '{EXAMPLE_X_CSRF_TOKEN}' },
  })
  expect(secrets).toEqual({ EXAMPLE_API_KEY: 'abc123', EXAMPLE_COOKIE: 'session=1; id=2', EXAMPLE_X_CSRF_TOKEN: 'zzz' })
  expect(notes.map(ENGLISH.message)).toEqual(['4 headers that the browser adds are left out.'])
})

test('no key stays in the data, wherever it stands', () => {
  const key = 'Ab1'.repeat(12)
  const commands = [
    `curl https://user:${key}@example.com/`,
    `curl https://hooks.example.com/services/${key}`,
    `curl "https://example.com/?token=${key}&q=${key}"`,
    `curl -H "X-Api-Key: ${key}" example.com`,
    `curl -H "x-custom: ${key}" example.com`,
    `curl --oauth2-bearer ${key} example.com`,
    `curl -d "client_secret=${key}&a=1" example.com`,
    `curl --json '{"auth":{"password":"${key}"},"a":1,"list":["${key}"]}' example.com`,
    `curl -d '${key}' example.com`,
    `curl -u me:${key} example.com`,
  ]
  const found = commands.map((command) => {
    const { data, secrets } = curlTool(command)
    const names = Object.keys(secrets)
    return {
      isIn: JSON.stringify(data).includes(key),
      isNamed: JSON.stringify(data['secrets'] ?? []) === JSON.stringify(names),
    }
  })
  expect(found).toEqual(commands.map(() => ({ isIn: false, isNamed: true })))
})

test('what cannot be taken over is named, and the rest is taken', () => {
  const { notes } = readCurl(
    'curl -kx http://p:1 --frobnicate --digest -F a=@b -d @file.json -XPURGE https://a.example b.example | jq .',
  )
  expect(notes.map(ENGLISH.message)).toEqual([
    '--insecure is left out: certificates are always checked.',
    '--proxy is left out: requests go straight to the host.',
    '--frobnicate is not known here and is left out.',
    '--digest is left out: this way to sign in is not known.',
    'Only the first command is taken.',
    'Only the first address is taken, not b.example.',
    'A form (-F) cannot be sent; it is left out.',
    'The file @file.json is not read; fill in the body.',
  ])
  expect(curlTool('curl -X PURGE a.example').notes.map(ENGLISH.message)).toEqual([
    'The method PURGE is not known here; POST stands in its place.',
  ])
  expect(readCurl('curl -G a.example -d x=1 -d y=2')).toMatchObject({
    method: 'GET',
    url: 'http://a.example?x=1&y=2',
    body: null,
  })
  expect(readCurl('curl -sSLI -m 2.5 -XDELETE a.example')).toMatchObject({ method: 'DELETE', timeout: 2500 })
})

test('hostile and broken commands are refused in words, and never run on', () => {
  expect([
    refused('curl $(cat /etc/passwd) https://a.example'),
    refused('curl `id` https://a.example'),
    refused('curl "https://a.example/$(id)"'),
    refused("curl 'https://a.example"),
    refused('curl -H "a: b"'),
    refused('curl file:///etc/passwd'),
    refused(`curl https://a.example -d '${'x'.repeat(300_000)}'`),
  ]).toEqual([
    'This command would run another program, by $(…) or backquotes. Put in what that gives, and paste it again.',
    'This command would run another program, by $(…) or backquotes. Put in what that gives, and paste it again.',
    'This command would run another program, by $(…) or backquotes. Put in what that gives, and paste it again.',
    "The command ends within quotes: a ' is missing. Copy all of it.",
    'There is no address in this command. Copy all of it.',
    'file:///etc/passwd is not an http or https address.',
    'This command is too long.',
  ])
  const word = 'No flow can hold this request: a field may not be called __proto__.'
  expect(refused(`curl https://a.example --json '{"__proto__": {"x": 1}}'`)).toBe(word)
  expect(refused(`curl https://a.example --json '{"a": {"__proto__": {"x": 1}}}'`)).toBe(word)
  expect(refused(`curl https://a.example --json '{"constructor": 2}'`)).toBe('taken')
  expect([isCurl('curl x'), isCurl('$ curl.exe x'), isCurl('curly x'), isCurl('see curl x')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
