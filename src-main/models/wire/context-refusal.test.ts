/** That a prompt is too long, in the words of each server; where they are from stands beside them. */
import { expect, test } from 'vitest'
import { contextRefusal } from './context-refusal'

const error = (message: string, more: object = {}) => JSON.stringify({ error: { message, ...more } })

test.each<[string, string, number | null, number | null]>([
  [
    'OpenAI: chathub#126',
    error(
      "This model's maximum context length is 4097 tokens. However, your messages resulted in 4294 tokens. Please reduce the length of the messages.",
      { code: 'context_length_exceeded' },
    ),
    4097,
    4294,
  ],
  [
    'OpenAI of old: langchain#11001',
    error(
      "This model's maximum context length is 4097 tokens, however you requested 4226 tokens (3970 in your prompt).",
    ),
    4097,
    4226,
  ],
  [
    'DeepSeek: OpenManus#79',
    error(
      "This model's maximum context length is 65536 tokens. However, you requested 66343 tokens (62247 in the messages, 4096 in the completion).",
    ),
    65_536,
    66_343,
  ],
  [
    'vLLM: vllm#20409',
    JSON.stringify({
      object: 'error',
      message: "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens",
      code: 400,
    }),
    16_384,
    122_946,
  ],
  [
    'vLLM: vllm#12165',
    error('The prompt (total length 25938) is too long to fit into the model (context length 4096).'),
    4096,
    25_938,
  ],
  [
    'Anthropic: claude-code#12186',
    error('prompt is too long: 208310 tokens > 200000 maximum', { type: 'invalid_request_error' }),
    200_000,
    208_310,
  ],
  [
    'Anthropic: aider#3618',
    error('input length and `max_tokens` exceed context limit: 182831 + 64000 > 200000, decrease input length'),
    200_000,
    182_831,
  ],
  [
    'Gemini: gemini-cli#13006',
    error('The input token count (1054016) exceeds the maximum number of tokens allowed (1048576).'),
    1_048_576,
    1_054_016,
  ],
  [
    'Mistral, by the tables of pi and other clients',
    error('Prompt contains 140000 tokens, too large for model with 131072 maximum context length'),
    131_072,
    140_000,
  ],
  [
    'xAI: cline#3120',
    JSON.stringify("This model's maximum prompt length is 131072 but the request contains 136973 tokens."),
    131_072,
    136_973,
  ],
  [
    'llama.cpp: textgen#7257',
    JSON.stringify({
      error: {
        code: 400,
        message: 'the request exceeds the available context size. try increasing the context size',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 14_429,
        n_ctx: 8192,
      },
    }),
    8192,
    14_429,
  ],
  ['llama.cpp: continue#9797', error('the request exceeds the available context size, try increasing it'), null, null],
  ['llama-cpp-python: logdetective#193', error('Requested tokens (2285) exceed context window of 2048'), 2048, 2285],
  [
    'LM Studio: cline#3664',
    error(
      'Trying to keep the first 10136 tokens when context the overflows. However, the model is loaded with context length of only 7866 tokens, which is not enough.',
    ),
    7866,
    10_136,
  ],
  [
    'LM Studio: the tables of pi and other clients',
    error('tokens to keep from the initial prompt is greater than the context length'),
    null,
    null,
  ],
  [
    'Ollama: the tables of pi and other clients',
    error('prompt too long; exceeded max context length by 1200 tokens'),
    null,
    null,
  ],
  [
    'Groq: OpenHands#1902',
    error('Please reduce the length of the messages or completion.', { code: 'context_length_exceeded' }),
    null,
    null,
  ],
  [
    'Together, by the tables of pi and other clients',
    error("The input (516368 tokens) is longer than the model's context length (262144 tokens)."),
    262_144,
    516_368,
  ],
  [
    'a gateway round DeepSeek: claude-code-router#895',
    error(
      'Error from provider: {\\"error\\":{\\"message\\":\\"This model\'s maximum context length is 131072 tokens. However, you requested 131329 tokens',
    ),
    131_072,
    131_329,
  ],
])('%s', (_server, body, ...[limit, asked]) => {
  expect(contextRefusal({ status: 400, body })).toEqual({ limit, asked })
})

test.each([
  [
    'Groq, tokens of a minute: continue#10218',
    413,
    'Request too large for model on tokens per minute (TPM): Limit 12000, Requested 14137, please reduce your message size',
  ],
  ['another rule', 400, 'System message must be at the beginning.'],
  ['another limit: getsentry#106', 400, 'string too long. Expected a string with maximum length 1024'],
  ['busy', 429, 'prompt is too long: 2 tokens > 1 maximum'],
])('not about the context: %s', (_what, status, message) => {
  expect(contextRefusal({ status, body: error(message) })).toBeNull()
})
