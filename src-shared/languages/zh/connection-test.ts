/** Chinese: what the test of a connection and its list of models say, and what Baton does otherwise for its server. */

export const CONNECTION_TEST_ZH = {
  'Baton adapts: {ways}.': 'Baton 已适配：{ways}。',
  '{first}; {rest}': '{first}；{rest}',
  'it puts the instructions into the first user message': '把指令放进第一条用户消息',
  'it puts an assistant message between a tool’s result and the user': '在工具结果与用户之间放一条助手消息',
  'it gives calls ids of letters and digits': '调用 ID 只用字母和数字',
  'it leaves the ids of calls as they came': '调用 ID 保持原样',
  'it gives calls ids of nine letters and digits': '调用 ID 使用九位字母和数字',
  'it numbers calls by the names of their tools': '按工具名称为调用编号',
  'it tells of earlier calls in words where no tool is offered': '不提供工具时，用文字表述先前的调用',
  'it writes schemas of tools with few keywords': '工具的模式只用少数关键字',
  'it sets the reasoning effort to none where tools are offered': '提供工具时把推理强度设为 none',
  'it leaves out what the server put beside earlier replies': '省略服务器附在先前回复上的内容',
  'it marks calls that this model did not make itself': '标记不是由此模型发出的调用',
  'it calls the token limit {name}': '令牌上限使用字段名 {name}',
  'it sends earlier thoughts back': '发回先前的思考',
  'it leaves out {names}': '省略 {names}',
  'the wish for token counts': '令牌计数请求',
  'it asks for structured outputs by their schema': '以其 Schema 请求结构化输出',
  'it asks for structured outputs as any JSON object': '以任意 JSON 对象请求结构化输出',
  'it asks for structured outputs by a tool': '通过工具请求结构化输出',
  'it asks for structured outputs by the prompt alone': '仅通过提示词请求结构化输出',
  'The rehearsal model is built in: it needs no server and no key.': '排练模型是内置的：无需服务器，也无需密钥。',
  'The base URL is not a web address. Write it as http://host:port/v1.':
    '基础 URL 不是网址。请写成 http://host:port/v1。',
  'Asking for the list of models.': '正在请求模型列表。',
  '{host} answers and lists {count, plural, one {# model} other {# models}}.': '{host} 有响应，列出了 {count} 个模型。',
  '“{model}” is not among them; it may still work.': '其中没有“{model}”，但它仍可能可用。',
  '{host} answers, but has no models yet.': '{host} 有响应，但还没有模型。',
  '{host} lists {count, plural, one {# model} other {# models}}.': '{host} 列出了 {count} 个模型。',
  'Choose a model, then test again.': '请选择模型，然后重新测试。',
  'Connected. {count, plural, one {# model} other {# models}}. Choose one and test again to see what it can do.':
    '已连接。{count} 个模型。选择一个并重新测试，即可了解它的能力。',
  'Nothing answers at this address, but {url} does.': '此地址没有响应，但 {url} 有。',
  'The server does not list its models. The one that you named is tried.': '服务器不列出其模型。将尝试你指定的那个。',
  'The server at {host} lists no models. Name one, then test again.':
    '{host} 的服务器没有列出模型。请指定一个，然后重新测试。',
  'Asking “{model}” for a few words. A model that has to be loaded first takes its time.':
    '正在请“{model}”说几个词。需要先加载的模型会慢一些。',
  'Connected. “{model}” answers.': '已连接。“{model}”有响应。',
  'It could not be tried: {reason}': '无法尝试：{reason}',
  'The server asks to wait: trying again in {seconds} s.': '服务器要求等待：{seconds} 秒后重试。',
  'The step before failed.': '上一步失败了。',
  'Replies appear as they are written.': '回复会边写边显示。',
  'Replies come in one piece, so they appear whole.': '回复一次性到达，因此会整段显示。',
  '“{model}” answers.': '“{model}”有响应。',
  'The model was reached. It thought for {count} tokens and said nothing yet.':
    '已连接到模型。它思考了 {count} 个令牌，还没有说话。',
  'The model was reached. It said nothing.': '已连接到模型。它什么也没说。',
  'The model was offered a tool and told to call it, and did not. Agents that need tools will not work on it.':
    '向模型提供了工具并要求调用，但它没有调用。需要工具的智能体无法使用它。',
  'It calls tools, but the result was refused.': '模型会调用工具，但结果被拒绝。',
  'It calls a tool and uses the result.': '模型会调用工具并使用结果。',
  'It calls a tool, but did not say what the tool gave.': '模型会调用工具，但没有说出工具给出的内容。',
  'This server takes no system messages.': '此服务器不接受系统消息。',
  'It takes them at any place. Baton puts them first.': '在任何位置都接受。Baton 把指令放在最前面。',
  'It takes them at the beginning only. Baton puts them first for every server.':
    '只接受放在开头的指令。Baton 对所有服务器都把指令放在最前面。',
  'It takes them at the beginning. Whether it does later could not be tried: {reason}':
    '接受放在开头的指令。无法尝试之后的位置是否也接受：{reason}',
  'The model reads no images. Baton sends a line of text in their place.': '模型不读取图片。Baton 会改为发送一行文字。',
  'The model reads no images, as its server or your settings say. Baton sends a line of text in their place.':
    '根据服务器或你的设置，模型不读取图片。Baton 会改为发送一行文字。',
  'It sees images.': '模型能看懂图片。',
  'It took a picture of a red square and said “{said}”. It may not see what it is shown.':
    '模型收到一张红色方块的图片，说的是“{said}”。它可能看不到展示的内容。',
} as const
