/** THE table of model servers that Baton knows by name: where they are, what a person has to fill in, and where a key comes from. */

/** A part of an address that only the person knows; it stands as `{name}` in the address. */
export type PresetBlank = {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly example: string
  /** What a filled one looks like. */
  readonly form: RegExp
}

/** `needed`: with where to get one. `none`: the server wants none as it comes. */
export type PresetKey = { readonly kind: 'needed'; readonly where: string } | { readonly kind: 'none' }

export type ProviderPreset = {
  readonly id: string
  readonly label: string
  /** Up to where the API starts, with `{blanks}`. */
  readonly address: string
  readonly blanks: readonly PresetBlank[]
  readonly key: PresetKey
  /** Runs on this computer, at its usual port. */
  readonly isLocal: boolean
  /** Where its model names come from: the server lists those that can be asked for, or the person types them. */
  readonly models: 'listed' | 'typed'
  /** What a person should know of its model names; empty: nothing. */
  readonly modelHelp: string
  /** The page that the address is from. */
  readonly source: string
}

type Cloud = Pick<ProviderPreset, 'id' | 'label' | 'address' | 'source'> & { keyFrom: string } & Partial<ProviderPreset>
type Local = Pick<ProviderPreset, 'id' | 'label' | 'address' | 'source'> & Partial<ProviderPreset>

const cloud = ({ keyFrom, ...preset }: Cloud): ProviderPreset => ({
  blanks: [],
  key: { kind: 'needed', where: keyFrom },
  isLocal: false,
  models: 'listed',
  modelHelp: '',
  ...preset,
})

const local = (preset: Local): ProviderPreset => ({
  blanks: [],
  key: { kind: 'none' },
  isLocal: true,
  models: 'listed',
  modelHelp: '',
  ...preset,
})

/** A label of a host name. */
const HOST_PART = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i

/** How each wants its requests written is in the table of dialects (`models/wire/dialects.ts`), by host and model. */
export const PRESETS: readonly ProviderPreset[] = [
  cloud({
    id: 'openai',
    label: 'OpenAI',
    address: 'https://api.openai.com/v1',
    keyFrom: 'platform.openai.com/api-keys',
    source: 'developers.openai.com/api/reference',
  }),
  cloud({
    id: 'azure',
    label: 'Azure OpenAI',
    address: 'https://{resource}.openai.azure.com/openai/v1',
    blanks: [
      {
        name: 'resource',
        label: 'Name of the resource',
        help: 'The first part of its endpoint in the Azure portal.',
        example: 'my-company',
        form: HOST_PART,
      },
    ],
    keyFrom: 'the Azure portal, under “Keys and Endpoint” of the resource',
    models: 'typed',
    modelHelp: 'The name of your deployment. What Azure lists is what could be deployed.',
    source: 'learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle',
  }),
  cloud({
    id: 'anthropic',
    label: 'Anthropic',
    address: 'https://api.anthropic.com/v1',
    keyFrom: 'console.anthropic.com/settings/keys',
    source: 'platform.claude.com/docs/en/api/openai-sdk',
  }),
  cloud({
    id: 'gemini',
    label: 'Google Gemini',
    address: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyFrom: 'aistudio.google.com/apikey',
    source: 'ai.google.dev/gemini-api/docs/openai',
  }),
  cloud({
    id: 'mistral',
    label: 'Mistral',
    address: 'https://api.mistral.ai/v1',
    keyFrom: 'console.mistral.ai/api-keys',
    source: 'docs.mistral.ai/api',
  }),
  cloud({
    id: 'xai',
    label: 'xAI',
    address: 'https://api.x.ai/v1',
    keyFrom: 'console.x.ai',
    source: 'docs.x.ai',
  }),
  cloud({
    id: 'groq',
    label: 'Groq',
    address: 'https://api.groq.com/openai/v1',
    keyFrom: 'console.groq.com/keys',
    source: 'console.groq.com/docs/api-reference',
  }),
  cloud({
    id: 'deepseek',
    label: 'DeepSeek',
    address: 'https://api.deepseek.com',
    keyFrom: 'platform.deepseek.com/api_keys',
    source: 'api-docs.deepseek.com',
  }),
  cloud({
    id: 'openrouter',
    label: 'OpenRouter',
    address: 'https://openrouter.ai/api/v1',
    keyFrom: 'openrouter.ai/settings/keys',
    source: 'openrouter.ai/docs/models',
  }),
  cloud({
    id: 'together',
    label: 'Together',
    address: 'https://api.together.xyz/v1',
    keyFrom: 'api.together.ai/settings/api-keys',
    source: 'docs.together.ai/docs/openai-api-compatibility',
  }),
  cloud({
    id: 'bedrock',
    label: 'Amazon Bedrock',
    address: 'https://bedrock-runtime.{region}.amazonaws.com/openai/v1',
    blanks: [
      {
        name: 'region',
        label: 'AWS region',
        help: 'Where your models are enabled.',
        example: 'us-west-2',
        form: /^[a-z]{2}(-[a-z]+)+-\d$/,
      },
    ],
    keyFrom: 'the Amazon Bedrock console, under “API keys”',
    models: 'typed',
    modelHelp: 'The model id, such as openai.gpt-oss-120b-1:0. This address does not list them.',
    source: 'docs.aws.amazon.com/bedrock/latest/userguide/inference-chat-completions.html',
  }),
  cloud({
    id: 'vertex',
    label: 'Google Vertex AI',
    address:
      'https://{location}-aiplatform.googleapis.com/v1beta1/projects/{project}/locations/{location}/endpoints/openapi',
    blanks: [
      {
        name: 'project',
        label: 'Project id',
        help: 'Of your project in the Google Cloud console.',
        example: 'my-project-4711',
        form: /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
      },
      {
        name: 'location',
        label: 'Location',
        help: 'A region, not “global”.',
        example: 'us-central1',
        form: /^[a-z]+-[a-z]+\d+$/,
      },
    ],
    keyFrom: '“gcloud auth print-access-token”; it ends after an hour',
    models: 'typed',
    modelHelp: 'Such as google/gemini-2.5-flash. This address does not list them.',
    source: 'cloud.google.com/vertex-ai/generative-ai/docs/multimodal/call-vertex-using-openai-library',
  }),
  local({
    id: 'ollama',
    label: 'Ollama',
    address: 'http://127.0.0.1:11434/v1',
    source: 'docs.ollama.com/api/openai-compatibility',
  }),
  local({
    id: 'lm-studio',
    label: 'LM Studio',
    address: 'http://127.0.0.1:1234/v1',
    source: 'lmstudio.ai/docs/developer/openai-compat',
  }),
  local({
    id: 'vllm',
    label: 'vLLM',
    address: 'http://127.0.0.1:8000/v1',
    source: 'docs.vllm.ai/en/latest/serving/openai_compatible_server.html',
  }),
  local({
    id: 'llama-cpp',
    label: 'llama.cpp',
    address: 'http://127.0.0.1:8080/v1',
    source: 'github.com/ggml-org/llama.cpp/tree/master/tools/server',
  }),
]

export type FilledBlanks = { readonly [name: string]: string }

/** The address with its blanks filled in; null while one of them is not right. */
export function presetAddress({ address, blanks }: ProviderPreset, filled: FilledBlanks = {}): string | null {
  const isRight = blanks.every(({ name, form }) => form.test((filled[name] ?? '').trim()))
  return isRight ? address.replaceAll(/\{(\w+)\}/g, (_, name: string) => (filled[name] ?? '').trim()) : null
}

/** The preset whose server an address leads to; null where none does. Local ones are known by their port. */
export function presetOf(address: string): ProviderPreset | null {
  if (!URL.canParse(address)) return null
  const { host, hostname, port } = new URL(address)
  const isHere = isLoopback(hostname)
  return (
    PRESETS.find((preset) =>
      preset.isLocal ? isHere && new URL(preset.address).port === port : hostForm(preset).test(host),
    ) ?? null
  )
}

/** Whether a host name is this computer. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname)
}

function hostForm({ address }: ProviderPreset): RegExp {
  const [, host = ''] = /^https?:\/\/([^/]+)/.exec(address) ?? []
  const parts = host.split(/\{\w+\}/).map((part) => part.replaceAll('.', String.raw`\.`))
  return new RegExp(`^${parts.join('[^.]+')}$`, 'i')
}
