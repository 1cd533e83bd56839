/** Servers that people commonly connect to. */
export type ConnectionPreset = { label: string; name: string; baseUrl: string; needsKey: boolean }

export const PRESETS: readonly ConnectionPreset[] = [
  { label: 'OpenAI', name: 'openai', baseUrl: 'https://api.openai.com/v1', needsKey: true },
  { label: 'OpenRouter', name: 'openrouter', baseUrl: 'https://openrouter.ai/api/v1', needsKey: true },
  { label: 'Ollama', name: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', needsKey: false },
  { label: 'LM Studio', name: 'lm-studio', baseUrl: 'http://127.0.0.1:1234/v1', needsKey: false },
  { label: 'vLLM', name: 'vllm', baseUrl: 'http://127.0.0.1:8000/v1', needsKey: false },
]
