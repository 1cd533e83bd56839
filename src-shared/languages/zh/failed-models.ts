/** Chinese: what errors say of model servers and connections. */

export const FAILED_MODELS_ZH = {
  'No model is named: neither the flow nor the connection "{connection}" says which to use. Name one in the flow\'s settings, or give the connection a default model in Settings, Connections.':
    '没有指定模型：流程和连接“{connection}”都没有说明使用哪个。请在流程设置中指定，或在“设置”的“连接”中为该连接设置默认模型。',
  'the connection "{name}" is not set up here': '连接“{name}”尚未在此设置',
  'the embedding server answered {status}': '嵌入服务器回答 {status}',
  'the embedding server did not answer with one embedding for each text': '嵌入服务器没有为每段文本给出一个嵌入',
  'The flow uses the connection "{name}", which is not set up here. Set up a connection of that name in Settings, Connections, or choose another one for the flow.':
    '流程使用连接“{name}”，但它尚未在此设置。请在“设置”的“连接”中设置同名连接，或为流程另选一个。',
  'The connection "{name}", which is to answer in its place, is not set up here, or is no model server. Set it up in Settings, Connections, or take it out of "If it cannot answer, try".':
    '用来代为回答的连接“{name}”尚未在此设置，或不是模型服务器。请在“设置”的“连接”中设置它，或从“无法回答时尝试”中移除。',
  'There was nobody to ask.': '没有可询问的对象。',
  'Then "{label}" was asked: {reason}': '随后询问了“{label}”：{reason}',
  'The secret "{name}" is not stored here.': '机密“{name}”未在此存储。',
  'The value for the header {header} cannot be sent: a secret in it has line breaks or other characters that no header takes. Store it again in Settings, Secrets.':
    '请求头 {header} 的值无法发送：其中的机密含有换行或请求头不接受的字符。请在“设置”的“机密”中重新存储。',
  'answered with something that is not a list of models': '回答的不是模型列表',
  'answered with a web page': '回答了一个网页',
  'The test was stopped.': '测试已停止。',
  'said nothing for {seconds} s': '{seconds} 秒内没有任何回应',
  'The model server of "{label}" ({host}) {what}. {next}': '“{label}”的模型服务器（{host}）{what}。{next}',
  'Check that it is running and that the base URL is right (Settings, Connections), then try again.':
    '请检查它是否在运行、基础 URL 是否正确（“设置”的“连接”），然后重试。',
  'refused the key (401){said}': '拒绝了密钥（401）{said}',
  'refused the key (400){said}': '拒绝了密钥（400）{said}',
  'cannot answer right now{said}': '现在无法回答{said}',
  'could not read what the model wrote ({code}){said}': '无法解读模型写出的内容（{code}）{said}',
  'Try again, or choose a model that is better at calling tools.': '请重试，或选择更擅长调用工具的模型。',
  'broke off ({finish}) in the middle of the answer': '在回答途中中断（{finish}）',
  'broke off ({finish}) before the answer began': '在回答开始之前中断（{finish}）',
  'refused access (403){said}': '拒绝访问（403）{said}',
  'Check the key of this connection in Settings, Connections.': '请在“设置”的“连接”中检查该连接的密钥。',
  'Top up the account of this connection, or choose another connection.': '请为该连接的账户充值，或另选连接。',
  'says that the quota is used up ({status}){said}': '说配额已用完（{status}）{said}',
  'another address': '另一个地址',
  'Put that address into the base URL of this connection.': '请把该地址填入这个连接的基础 URL。',
  'sends its callers on to {target} ({status})': '把请求引向 {target}（{status}）',
  'Change what the message names: the model, its settings, or the prompt and tools of this node.':
    '请更改消息中提到的内容：模型、其设置，或该节点的提示词和工具。',
  'rejected the request ({status}){said}': '拒绝了请求（{status}）{said}',
  'Even a shorter conversation did not fit. Shorten the prompt, offer fewer tools, or choose a model with a larger context.':
    '缩短后的对话仍放不下。请缩短提示词、减少提供的工具，或选择上下文更大的模型。',
  'Even a shorter conversation did not fit. The model holds {limit} tokens. Shorten the prompt, offer fewer tools, or choose a model with a larger context.':
    '缩短后的对话仍放不下。模型可容纳 {limit} 个令牌。请缩短提示词、减少提供的工具，或选择上下文更大的模型。',
  'does not know the model "{model}" ({status}){said}': '不认识模型“{model}”（{status}）{said}',
  'found nothing at this address for the model "{model}" ({status}){said}':
    '在这个地址找不到模型“{model}”的接口（{status}）{said}',
  'Check the model name, and that the base URL ends where the API starts (often in /v1).':
    '请检查模型名称，以及基础 URL 是否止于 API 的起点（通常是 /v1）。',
  'asks for fewer requests (429){said}': '要求减少请求（429）{said}',
  'cannot answer right now ({status}){said}': '现在无法回答（{status}）{said}',
  'Try again in a moment, or choose another connection.': '请稍后重试，或另选连接。',
  'did not answer in time': '没有及时回答',
  'cannot be talked to ({reason})': '无法通信（{reason}）',
  'Nothing of it was kept. Try again.': '没有保留其中任何内容。请重试。',
  'Check that the base URL is that of an OpenAI-compatible API (often it ends in /v1).':
    '请检查基础 URL 是否属于兼容 OpenAI 的 API（通常以 /v1 结尾）。',
  'Try again, or give this connection a longer timeout in Settings, Connections.':
    '请重试，或在“设置”的“连接”中为该连接设置更长的超时。',
  'broke off with an error{said}': '因错误而中断{said}',
  'Change what the message names, or try again.': '请更改消息中提到的内容，或重试。',
  'said nothing for {time}': '{time}内没有任何回应',
  'stopped in the middle of its answer and said nothing for {time}': '在回答中途停下，{time}内没有任何回应',
  'The base URL of "{label}" is not a web address. Write it as http://host:port/v1 in Settings, Connections.':
    '“{label}”的基础 URL 不是网址。请在“设置”的“连接”中写成 http://host:port/v1。',
  'ended its answer without an answer in it': '结束了回答，但其中没有内容',
  'sent a piece of its answer that is not JSON': '发送的一段回答不是 JSON',
  'sent a piece of its answer that cannot be read ({reason})': '发送的一段回答无法读取（{reason}）',
  '{what}, and to wait {seconds} s': '{what}，并要求等待 {seconds} 秒',
  '{what}, {attempts} times in a row': '{what}，连续 {attempts} 次',
  'The model call was stopped.': '模型调用已停止。',
  'was still being tried after {ms} ms for all patterns': '在全部模式共 {ms} 毫秒后仍在尝试',
  'took longer than {ms} ms': '花费超过 {ms} 毫秒',
  'is longer than {most} characters': '长于 {most} 个字符',
  'cannot be tried ({reason})': '无法尝试（{reason}）',
  'is not a regular expression ({reason})': '不是正则表达式（{reason}）',
  'The patterns of the rehearsal script could not be tried. Make them simpler.':
    '无法尝试排练脚本中的模式。请简化它们。',
  'Rehearsal rule {number}: the pattern in "{field}" {fault}: {pattern}. Correct it in the flow\'s rehearsal script.':
    '排练规则 {number}：“{field}”中的模式{fault}：{pattern}。请在流程的排练脚本中更正。',
  'The tool uses the connection "{name}", which is not set up here. Add it in Settings, Connections.':
    '工具使用连接“{name}”，但它尚未在此设置。请在“设置”的“连接”中添加。',
  'The key of the connection "{name}" belongs to {own} and is not sent to {other}. Use a connection with that address.':
    '连接“{name}”的密钥属于 {own}，不会发送到 {other}。请使用具有该地址的连接。',
  'There is no connection “{name}”.': '没有连接“{name}”。',
  'The stored key of “{name}” belongs to {own}, so it is not sent to {other}. Enter the key for {other}, or remove the stored one if none is needed.':
    '“{name}”已存储的密钥属于 {own}，因此不会发送到 {other}。请输入 {other} 的密钥；如果不需要密钥，请移除已存储的。',
  'The header {header} of “{name}” has a secret that belongs to {own}, so it is not sent to {other}. Take the header out and save; then add it again, with the secret for {other}.':
    '“{name}”的请求头 {header} 中的机密属于 {own}，因此不会发送到 {other}。请去掉该请求头并保存；然后用 {other} 的机密重新添加。',
  'no server': '（没有服务器）',
  'The address must begin with http:// or https://, not “{baseUrl}”.':
    '地址必须以 http:// 或 https:// 开头，而不是“{baseUrl}”。',
  'The address holds a name or password. Put the key into the key field instead.':
    '地址中含有用户名或密码。请改为把密钥填入密钥字段。',
  'The name “rehearsal” is that of the built-in model. Choose another name.':
    '名称“rehearsal”属于内置模型。请另选名称。',
  'The secret “{name}” has no value. Give one, or remove it.': '机密“{name}”没有值。请给出一个值，或移除它。',
  'There is no secret “{name}”.': '没有机密“{name}”。',
  'The secret "{name}" is not stored here. Add it in Settings, Secrets.':
    '机密“{name}”未在此存储。请在“设置”的“机密”中添加。',
  'refused the connection': '拒绝了连接',
  'has a host name that was not found': '的主机名找不到',
  'has a host name that could not be looked up': '的主机名无法查询',
  'cannot be reached from here': '从这里无法访问',
  'did not accept the connection in time': '没有及时接受连接',
  'cut the connection in the middle of the answer': '在回答中途切断了连接',
  'cut the connection before the answer began': '在开始回答之前切断了连接',
  'ended the connection in the middle of the answer': '在回答中途结束了连接',
  'ended the connection before the answer began': '在开始回答之前结束了连接',
  'answered with an empty body': '回答的内容为空',
  'answered with JSON that is not a chat completion': '回答的 JSON 不是聊天补全',
  'answered with something that is not JSON': '回答的不是 JSON',
  "The extra field “{name}” is Baton's own. Take it out.": '附加字段“{name}”由 Baton 自己使用。请去掉它。',
} as const
