/** Chinese: why and how a model is asked again within one call. */

export const ASKED_AGAIN_ZH = {
  'Asked again in another form: {how}.': '已换一种形式再次请求：{how}。',
  'The conversation is too long for the model: asked again once, {how}.': '对话对模型来说太长，已再请求一次：{how}。',
  '{count, plural, one {# older message is left out} other {# older messages are left out}}':
    '省略了 {count} 条较早的消息',
  '{count, plural, one {# long text is cut} other {# long texts are cut}}': '截短了 {count} 段长文本',
  '{messages} and {texts}': '{messages}，{texts}',
  'reasoning_effort is none beside tools': '提供工具时 reasoning_effort 设为 none',
  'schemas of tools are written with few keywords': '工具的模式只用少数关键字',
  'fewer images are sent, as many as this server takes': '减少图片，只发送此服务器接受的数量',
  'no images are sent, since this model reads none': '不发送图片，因为此模型不读取图片',
  'without images, since the server could not read one of them': '不带图片，因为服务器无法读取其中一张',
  'an assistant message stands between results of tools and the user': '在工具结果与用户之间放一条助手消息',
  'ids of calls have nine letters and digits': '调用 ID 使用九位字母和数字',
  'ids of calls have letters and digits': '调用 ID 只用字母和数字',
  'instructions stand in the first user message': '指令放在第一条用户消息中',
  'thoughts of earlier replies are sent back': '发回先前回复的思考',
  'thoughts of earlier replies are left out': '省略先前回复的思考',
  'calls without a signature get the one that stands for none': '没有签名的调用使用替代签名',
  'signatures of earlier calls are left out': '省略先前调用的签名',
  'max_tokens is called max_completion_tokens': 'max_tokens 改称 max_completion_tokens',
  'max_completion_tokens is called max_tokens': 'max_completion_tokens 改称 max_tokens',
  'an answer by a schema is asked for in another way': '换一种方式请求按 Schema 的回答',
  'calls of earlier replies are told in words, since this model takes no tools':
    '先前回复的调用用文字表述，因为此模型不接受工具',
  'what the server put beside earlier replies is left out': '省略服务器附在先前回复上的内容',
  '{count} tools at most': '最多 {count} 个工具',
  '{count} characters at most describe a tool': '工具说明最多 {count} 个字符',
  '{name} is left out': '省略 {name}',
} as const
