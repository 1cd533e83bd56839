/** Chinese: what is wrong with a flow. */

export const PROBLEMS_ZH = {
  '“{name}” cannot be a slot. Use letters, digits and _, a letter first.':
    '“{name}”不能作为槽位。请使用字母、数字和 _，以字母开头。',
  '“{name}” cannot be chosen: {reason} Choose another node.': '无法选择“{name}”：{reason}请选择其他节点。',
  '“{name}” cannot be read at character {position}: {fault}. Correct the expression.':
    '“{name}”在第 {position} 个字符处无法读取：{fault}。请更正表达式。',
  '“{label}” cannot be read at character {position}: {fault}. Correct the expression.':
    '“{label}”在第 {position} 个字符处无法读取：{fault}。请更正表达式。',
  "“{label}” names the variable “{name}”, which is not declared. Declare it in the flow's settings.":
    '“{label}”中提到的变量“{name}”尚未声明。请在流程设置中声明它。',
  '{problem} If it is a text, put it in quotes.': '{problem}如果它是文本，请加上引号。',
  '“{name}” cannot be the name of a variable, in which the field is kept. Letters, digits and _, a letter first, at most 64.':
    '字段保存在同名变量中，而“{name}”不能作为变量名。请使用字母、数字和 _，以字母开头，最多 64 个字符。',
  '“{name}” cannot be the name of a variable. Letters, digits and _, a letter first, at most 64.':
    '“{name}”不能作为变量名。请使用字母、数字和 _，以字母开头，最多 64 个字符。',
  'Row {number}: “{name}” cannot be the name of a variable. Letters, digits and _, a letter first, at most 64.':
    '第 {number} 行：“{name}”不能作为变量名。请使用字母、数字和 _，以字母开头，最多 64 个字符。',
  '“{name}” cannot reply: it holds any number of tools. Join the one tool that is to reply.':
    '“{name}”不能回复：它可能包含任意多个工具。请连接负责回复的那一个工具。',
  'A pool cannot reply: “{name}” holds any number of tools. Join the one tool that is to reply.':
    '池不能回复：“{name}”可能包含任意多个工具。请连接负责回复的那一个工具。',
  'A pool cannot be in another pool. Join “{name}” to the participants that use it.':
    '池不能放在另一个池中。请把“{name}”连接到使用它的参与者。',
  '“{name}” has no branch “{port}”. Join the edge to another branch, remove it, or give a branch that name.':
    '“{name}”没有分支“{port}”。请把连线接到其他分支、移除连线，或把某个分支改成这个名称。',
  '“{name}” is not a header that can be sent. Correct its name and its value.':
    '“{name}”不是可以发送的请求头。请更正其名称和值。',
  'The header {name} says how the request is sent, so it cannot be set. Take it out.':
    '请求头 {name} 决定请求如何发送，因此不能设置。请将其删除。',
  'The header Authorization holds the key of the connection, which a flow cannot replace. Take it out, and store the key with the connection.':
    '请求头 Authorization 存放连接的密钥，流程不能替换它。请将其删除，并把密钥存到连接中。',
  'The header {name} seems to have a secret itself. Store the secret in Settings, Secrets, and write its name in braces, such as {example}.':
    '请求头 {name} 中似乎直接写有密钥。请把密钥存到“设置 › 密钥”，并在花括号中写上它的名称，例如 {example}。',
  '“{name}” is not a valid tool name. Use letters, digits, _ and -, at most 64.':
    '“{name}”不能作为工具名称。请使用字母、数字、_ 和 -，最多 64 个字符。',
  '“{name}”, the other name of “{source}”, is not a valid tool name. Use letters, digits, _ and -, at most 64.':
    '“{name}”（“{source}”的别名）不能作为工具名称。请使用字母、数字、_ 和 -，最多 64 个字符。',
  '“{source}” cannot be renamed to “{name}”: another tool of the pool has that name. Choose another name.':
    '“{source}”不能改名为“{name}”：池中已有同名工具。请选择其他名称。',
  'The pool has no tool “{source}” that could get another name or description. Correct the name, or remove it.':
    '池中没有名为“{source}”的工具可以改名或改说明。请更正名称，或将其删除。',
  'The pool has no tools yet. Draw edges from it to tools.': '池中还没有工具。请从它画连线到工具。',
  '“{name}” is the name of another port. Choose another one.': '“{name}”已是另一个端口的名称。请另选一个。',
  'A branch needs a name.': '分支需要名称。',
  'Another branch is called “{name}” too. Choose another name.': '另一个分支也叫“{name}”。请选择其他名称。',
  'Branch {number}: {issue}': '分支 {number}：{issue}',
  'There are no branches yet. Add one with an expression, such as {example}.':
    '还没有分支。请添加一个带表达式的分支，例如 {example}。',
  'The branch “{name}” has no expression. Write one, such as {example}, or remove the branch.':
    '分支“{name}”没有表达式。请写一个，例如 {example}，或移除该分支。',
  'The branch “{name}” leads nowhere: where it holds, the sequence ends. Draw an edge from it, or lead it to an End.':
    '分支“{name}”没有去向：条件成立时序列就会结束。请从它画一条连线，或连到“结束”。',
  '“{port}” leads nowhere: there the sequence ends. Draw an edge from it, or lead it to an End.':
    '“{port}”没有去向：序列会在此结束。请从它画一条连线，或连到“结束”。',
  'Nothing ever goes on at “Timed out”, since there is no time limit. Set one, or remove the edge.':
    '没有时间限制，所以永远不会走到“超时”。请设置时限，或移除连线。',
  'There is no question yet. Write what the person is asked.': '还没有问题。请写明要问什么。',
  'The field “{name}” is {types}, and the variable of that name is {type}. Give both one type.':
    '字段“{name}”的类型是 {types}，而同名变量的类型是 {type}。请让两者类型一致。',
  'The slot “{name}” is {types}, and the variable of that name is {type}. Give both one type.':
    '槽位“{name}”的类型是 {types}，而同名变量的类型是 {type}。请让两者类型一致。',
  'Line {line} of the code cannot be read: {message}. Correct it.': '代码第 {line} 行无法读取：{message}。请更正。',
  '{what} has no code yet. Export a function called run.': '{what}还没有代码。请导出一个名为 run 的函数。',
  '{what} exports nothing. Write `{example}`.': '{what}没有导出任何内容。请写 `{example}`。',
  '“{host}” is not a host. Write a name or an address, such as api.example.com or 127.0.0.1:8080.':
    '“{host}”不是主机。请写名称或地址，例如 api.example.com 或 127.0.0.1:8080。',
  'There is nobody to forward to. Draw candidates or name a base choice.':
    '没有可转交的对象。请画出候选，或指定基本选择。',
  'The base choice of {own} is “{baseChoice}”, which is not on the canvas. Choose another one.':
    '{own} 的基本选择是“{baseChoice}”，但画布上没有它。请另选一个。',
  'The base choice of {own} is {name}, to which no candidate edge leads: it runs when nobody can be picked, but is never offered. Draw the edge to offer it too.':
    '{own} 的基本选择是 {name}，但没有候选连线通向它：选不出人时由它运行，却从不作为候选。请画出连线，让它也成为候选。',
  'Once “{name}” has brought the user here, nothing leads back. Switch on “Watch for topic switches” in “{name}”, or set “Hands back” of the edge to “When it has answered”.':
    '“{name}”把用户带到这里后，没有返回的路。请在“{name}”中打开“留意话题切换”，或把连线的“交回”设为“回答之后”。',
  'Once “{name}” has brought the user here, nothing leads out again. Add an observer that watches for the end or set “Hands back” of the edge to “When it has answered”.':
    '“{name}”把用户带到这里后，没有离开的路。请添加留意结束的观察者，或把连线的“交回”设为“回答之后”。',
  'Once “{name}” has brought the user here, nothing leads out again. Add an observer that watches for the end, switch on “Watch for topic switches” in “{name}”, or set “Hands back” of the edge to “When it has answered”.':
    '“{name}”把用户带到这里后，没有离开的路。请添加留意结束的观察者，在“{name}”中打开“留意话题切换”，或把连线的“交回”设为“回答之后”。',
  'The supervisor cannot tell what this dialog is for. Fill in “Used for”.':
    '主管无法知道这个对话的用途。请填写“用途”。',
  'The model cannot tell what this tool is for. Describe what it does here, or describe the flow in its settings.':
    '模型无法知道这个工具的用途。请在这里说明它做什么，或在流程设置中说明该流程。',
  'The address must begin with http:// or https://, not “{url}”.':
    '地址必须以 http:// 或 https:// 开头，而不是“{url}”。',
  'The base address must begin with http:// or https://, not “{base}”.':
    '基础地址必须以 http:// 或 https:// 开头，而不是“{base}”。',
  'The tool has no address yet. Fill in its address.': '工具还没有地址。请填写其地址。',
  'The arguments must be a JSON schema of type object.': '参数必须是类型为 object 的 JSON 模式。',
  'There is no list yet. Name a variable, such as {example}, or write an expression.':
    '还没有列表。请指定一个变量，例如 {example}，或写一个表达式。',
  'Nothing is done with the items. Draw an edge from “Each item” to whoever works on them.':
    '还没有谁处理这些项。请从“每一项”画连线到处理它们的节点。',
  'The variable “{name}” has another use here already. Choose another name.':
    '变量“{name}”在这里已有其他用途。请选择其他名称。',
  'The results are a list, and the variable “{results}” is {type}. Make it JSON, or choose another one.':
    '结果是列表，而变量“{results}”是{type}。请把它改为 JSON，或另选一个。',
  'The server has no program yet. Fill in the command, or paste its configuration.':
    '服务器还没有程序。请填写命令，或粘贴它的配置。',
  'The server has no address yet. Fill in its address, or paste its configuration.':
    '服务器还没有地址。请填写其地址，或粘贴它的配置。',
  'The argument “{argument}” looks like a secret. Give it as a variable that takes a stored secret, if the server has one.':
    '参数“{argument}”看起来像密钥。如果服务器支持，请改用取自已存密钥的变量。',
  '“{variable}” is not a variable name. Use letters, digits and _.': '“{variable}”不是变量名。请使用字母、数字和 _。',
  'The variable {variable} seems to have a secret itself. Store the secret in Settings, Secrets, and give its name here.':
    '变量 {variable} 中似乎直接写有密钥。请把密钥存到“设置 › 密钥”，并在这里填它的名称。',
  'The variable {variable} takes the value of a stored secret. Give the name of one, of letters, digits, _, - and dots.':
    '变量 {variable} 取自已存的密钥。请填写密钥的名称，由字母、数字、_、- 和点组成。',
  'The address looks as if a secret is in it. Use a header with the name of a stored secret instead, if the server takes one.':
    '地址中似乎含有密钥。如果服务器支持，请改用写有已存密钥名称的请求头。',
  'The address has a user name or a password in it. Use a header with the name of a stored secret.':
    '地址中含有用户名或密码。请改用写有已存密钥名称的请求头。',
  'The message is empty. Fill in what to say.': '消息为空。请填写要说的内容。',
  "Carryover configuration must contain a 'summary_method' key. Choose all, last_msg, reflection_with_llm or code.":
    "带入配置必须包含 'summary_method'。请选择 all、last_msg、reflection_with_llm 或 code。",
  'The carry-over has the summary method “{summaryMethod}”, which does not exist. Choose all, last_msg, reflection_with_llm or code.':
    '带入所用的总结方式“{summaryMethod}”不存在。请选择 all、last_msg、reflection_with_llm 或 code。',
  'The summary method “all” is only for what the first chat is told. Choose last_msg, reflection_with_llm, none or code.':
    '总结方式 "all" 只用于告知第一个聊天的内容。请选择 last_msg、reflection_with_llm、none 或 code。',
  'The summary method “{method}” does not exist. Choose last_msg, reflection_with_llm, none or code.':
    '总结方式“{method}”不存在。请选择 last_msg、reflection_with_llm、none 或 code。',
  'Nobody is asked in this nested chat. Draw recipients.': '这个嵌套聊天没有询问任何人。请画出接收者。',
  'Chat {number} leaves out chat {excluded} of what is carried over, which comes later. Correct it.':
    '聊天 {number} 不带入聊天 {excluded} 的内容，而后者排在它之后。请更正。',
  'Chat {number} has no message, so it is skipped. Write what it is told.':
    '聊天 {number} 没有消息，因此会被跳过。请写明告知的内容。',
  'Chat {number} runs beside others and has no id. Give it one.':
    '聊天 {number} 与其他聊天并行，却没有标识。请给它一个。',
  'Two chats have the id “{chatId}”. Change one.': '两个聊天的标识都是“{chatId}”。请改掉其中一个。',
  'Chat {number} waits for “{id}”, and no chat has that id. Correct it.':
    '聊天 {number} 等待“{id}”，但没有聊天使用这个标识。请更正。',
  'The chats {chats} wait for each other. Take a prerequisite away.': '聊天 {chats} 互相等待。请去掉一个前提。',
  'Nothing to collect yet. Add a slot for each thing that it should find out.':
    '还没有要收集的内容。请为每项要了解的内容添加一个槽位。',
  'The question has no outcomes yet. Add an answer and what follows from it.':
    '问题还没有结果。请添加一个回答以及随后的动作。',
  'Write the question that this observer asks.': '请写明这个观察者要问的问题。',
  'There is no OpenAPI document yet. Import one.': '还没有 OpenAPI 文档。请导入一个。',
  '“{document}” is not the address of a document.': '“{document}”不是文档的地址。',
  'The calls go wherever the document says, so any host would have to be allowed. Fill in the base address.':
    '调用会发往文档所写的任何地方，因此需要允许所有主机。请填写基础地址。',
  'The document does not say where the API is. Fill in the base address.': '文档没有说明 API 在哪里。请填写基础地址。',
  '“{name}” would be offered more than {most} tools at once, which most models refuse. Choose operations, or put a tool pool between.':
    '“{name}”一次会得到超过 {most} 个工具，多数模型会拒绝。请选择操作，或在中间放一个工具池。',
  'This is not an OpenAPI 3 document. Import another one.': '这不是 OpenAPI 3 文档。请导入其他文档。',
  'The document has no paths, so there is nothing to call. Import another one.':
    '文档没有路径，因此没有可调用的内容。请导入其他文档。',
  'The schema of the structured output is not a JSON schema: {fault}. Correct it.':
    '结构化输出的模式不是 JSON 模式：{fault}。请更正。',
  'The schema of the structured output names no fields, so any object would do. Name what the reply holds under “properties”.':
    '结构化输出的模式没有列出字段，任何对象都符合。请在 "properties" 下写明回复包含什么。',
  'The variable “{name}” holds a {type}, and the structured output is a JSON object. Make it a variable of type JSON, or choose another.':
    '变量“{name}”的类型是 {type}，而结构化输出是 JSON 对象。请把它改为 JSON 类型，或另选一个变量。',
  'There is nothing to read yet. Add a document.': '还没有可读的内容。请添加文档。',
  "The document “{name}” is the file “{path}”, which is read only on the command line, beside the flow's own file. To use it in the app, remove it here and add the file with “Add files”.":
    '文档“{name}”是文件“{path}”，只有在命令行中才会从流程文件旁读取。要在应用中使用，请在这里移除它，再用“添加文件”加入该文件。',
  'There is nothing to plan with. Draw a tool, or name the model’s own step.':
    '没有可用来计划的内容。请画一个工具，或为模型自己的步骤命名。',
  '{what} cannot be read as a JSON schema: {fault}. Models may be refused it. Correct it.':
    '{what}无法作为 JSON 模式读取：{fault}。模型可能会拒绝它。请更正。',
  'Without a search connection this worker can only say that it cannot search. Choose one.':
    '没有搜索连接，这个执行者只能说它无法搜索。请选择一个。',
  'Nothing is set yet. Add a variable and its value.': '还没有设置任何内容。请添加变量及其值。',
  'Start leads nowhere. Draw an edge from it to the step that speaks first.':
    '“开始”没有去向。请从它画连线到首先发言的步骤。',
  'The task graph leads to no worker. Draw an intent, a first worker, or a fallback worker.':
    '任务图没有通向任何执行者。请画一个意图、首个执行者或备用执行者。',
  'The schema names no slots. Describe them under “properties”, or empty the field.':
    '模式没有列出槽位。请在 "properties" 下描述它们，或清空该字段。',
  'No flow is chosen. Choose the one that is to run here.': '还没有选择流程。请选择要在这里运行的流程。',
  'The flow inside cannot be read. {message}': '内部的流程无法读取。{message}',
  'In “{name}”: {problem}': '在“{name}”中：{problem}',
  'In “{name}”: Start leads to nobody who can speak. Draw an edge from it to a supervisor or an agent.':
    '在“{name}”中：“开始”没有通向任何能发言者。请从它画连线到主管或智能体。',
  'The flow “{name}” would run inside itself. Choose another flow.': '流程“{name}”会在自身内部运行。请选择其他流程。',
  'Flows are nested more than {most} deep here. Draw some of the inner ones into one flow.':
    '这里的流程嵌套超过 {most} 层。请把部分内部流程合并为一个。',
  "The extra field “{name}” of the model is Baton's own and cannot be set. Take it out.":
    '模型的额外字段“{name}”由 Baton 自用，不能设置。请将其删除。',
  'The model is to call “{toolChoice}” first, which is not offered here. Choose one of: {offers}.':
    '要求模型先调用“{toolChoice}”，但这里没有提供它。请选择其中之一：{offers}。',
  'The node has no name. Give it one.': '节点没有名称。请给它一个名称。',
  'Another node is called “{name}” too. Give this one a name of its own.':
    '另一个节点也叫“{name}”。请给这个节点起一个不同的名称。',
  'It has the same code as “{other}”: {value}. Give one of them another code.':
    '它与“{other}”的代码相同：{value}。请改掉其中一个的代码。',
  'It has the same name as “{other}”: {value}. Give one of them another name.':
    '它与“{other}”的名称相同：{value}。请改掉其中一个的名称。',
  'The flow has no start. Add a Start node and lead it to the step that speaks first.':
    '流程没有开始。请添加“开始”节点，并把它连到首先发言的步骤。',
  'A flow has one start only. Remove this one.': '一个流程只能有一个开始。请移除这一个。',
  'Nothing leads here from the start, so it never takes part. Draw an edge to it, or remove it.':
    '从开始没有路通到这里，因此它从不参与。请画连线到它，或将其移除。',
  'This Baton does not know the kind “{kind}”. Remove the node, or open the flow in the Baton that made it.':
    '此版本的 Baton 不认识类型“{kind}”。请移除该节点，或用创建它的 Baton 打开流程。',
  'This Baton does not know the edge kind “{kind}”. Remove the edge, or open the flow in the Baton that made it.':
    '此版本的 Baton 不认识连线类型“{kind}”。请移除该连线，或用创建它的 Baton 打开流程。',
  'This Baton does not know the kind “{kind}”. The node is kept as it is, and the flow cannot run with it.':
    '此版本的 Baton 不认识类型“{kind}”。节点保持原样，但流程无法带着它运行。',
  'This Baton does not know the edge kind “{kind}”. The edge is kept as it is, and the flow cannot run with it.':
    '此版本的 Baton 不认识连线类型“{kind}”。连线保持原样，但流程无法带着它运行。',
  'The file was written as version {from} and was brought up to version {to}. Saving keeps the new version.':
    '文件原为版本 {from}，已升级到版本 {to}。保存后将保留新版本。',
  '{path}: {message}. Correct the field.': '{path}：{message}。请更正该字段。',
  "{path}: {message}. Correct it in the flow's settings.": '{path}：{message}。请在流程设置中更正。',
  '{part}: {problem}': '{part}：{problem}',
  'The prompt lost {slots}, and nothing works without {count, plural, one {it} other {them}}. Put {count, plural, one {it} other {them}} back, or empty the field for the built-in prompt.':
    '提示词缺少 {slots}，没有{count, plural, other {它}}就无法工作。请放回，或清空该字段以使用内置提示词。',
  'The prompt lost {slots}. Put {count, plural, one {it} other {them}} back, or empty the field for the built-in prompt.':
    '提示词缺少 {slots}。请{count, plural, other {将其}}放回，或清空该字段以使用内置提示词。',
  "The swarm's manager chooses who speaks next, and has no model. Choose one in the flow's settings, or another way to go on after work.":
    '群组的管理者要选择谁接着发言，却没有模型。请在流程设置中选择模型，或选择其他的后续方式。',
  "The swarm begins with the node “{initial}”, which is not in the flow. Choose another first agent in the flow's settings.":
    '群组从节点“{initial}”开始，但流程中没有它。请在流程设置中选择其他首个智能体。',
  "The swarm begins with “{name}”, which cannot speak. Choose another first agent in the flow's settings.":
    '群组从“{name}”开始，但它不能发言。请在流程设置中选择其他首个智能体。',
  'Rehearsal rule {number}: the pattern in “{key}” cannot be used: {fault}. Correct it in the rehearsal script.':
    '排练规则 {number}：“{key}”中的模式无法使用：{fault}。请在排练脚本中更正。',
  'Rehearsal rule {number} waits for “{speaker}”, and no node is called that. Correct the name in the rehearsal script.':
    '排练规则 {number} 等待“{speaker}”，但没有节点叫这个名称。请在排练脚本中更正名称。',
  '{count} tools and hand-offs are drawn here. OpenAI and others take {most}, so the last {rest} tools would not be offered there. Put tools into a pool that searches, or switch some off.':
    '这里画了 {count} 个工具和移交。OpenAI 等最多接受 {most} 个，因此最后 {rest} 个工具不会被提供。请把工具放进带搜索的池，或关闭一些。',
  "The description of {name} has {count} characters. Some servers of OpenAI's models take {most}, and would get only its beginning. Shorten it.":
    '{name} 的说明有 {count} 个字符。有些提供 OpenAI 模型的服务器最多接受 {most} 个，只会收到开头部分。请缩短。',
  'The edge begins at “{node}”, which is not in the flow. Remove it, or join it to a node.':
    '连线从“{node}”开始，但流程中没有它。请移除连线，或把它连到某个节点。',
  'The edge leads to “{node}”, which is not in the flow. Remove it, or join it to a node.':
    '连线通向“{node}”，但流程中没有它。请移除连线，或把它连到某个节点。',
  'The edge leads back to its own node. Join it to another one.': '连线又回到自己的节点。请把它连到其他节点。',
  'The same edge is drawn twice. Remove one of the two.': '同一条连线画了两次。请移除其中一条。',
  '{kind} has no port “{port}”. Remove the {edge} edge and draw it again.':
    '{kind}没有端口“{port}”。请移除“{edge}”连线后重新绘制。',
  'The port “{port}” carries {carries} edges, not {edge}. Remove the edge and draw it again.':
    '端口“{port}”只接“{carries}”连线，不接“{edge}”。请移除连线后重新绘制。',
  'The {edge} edge ends at “{name}”: {reason} Join it to another node.':
    '“{edge}”连线止于“{name}”：{reason}请把它连到其他节点。',
  '“{port}” takes {count, plural, one {one edge} other {# edges}} only. Remove this one.':
    '“{port}”只接{count, plural, other { # 条连线}}。请移除这一条。',
  '{another} is called “{name}” too. Give one of them another tool name.':
    '{another}也叫“{name}”。请给其中一个改用其他工具名称。',
  'Another hand-off of this agent': '此智能体的另一个移交',
  'Another one that it may ask': '它可以询问的另一个参与者',
  'An edge with an option ends at its own agent. Clear the option, or draw it again.':
    '带选项的连线止于自己的智能体。请清除选项，或重新绘制。',
  'The intent is empty, so nobody can tell when it is meant. Say what the user wants, or “none” for always.':
    '意图为空，无法判断何时适用。请写明用户想要什么，或写 "none" 表示始终适用。',
  'The hand-off is decided by variables and has no condition. Write one, such as {example}.':
    '此移交由变量决定，却没有条件。请写一个，例如 {example}。',
  '{first} and {second} are both offered under the tool name “{name}”. {fix}':
    '{first} 和 {second} 都以工具名称“{name}”提供。{fix}',
  'Give one of them another tool name.': '请给其中一个改用其他工具名称。',
  'Prefix with pool name: switch that on in “{name}”, or give one of them another tool name.':
    '以池名作为前缀：请在“{name}”中打开它，或给其中一个改用其他工具名称。',
  'Join one of them through a tool pool of its own, and switch on “Prefix with pool name” there.':
    '请让其中一个通过单独的工具池连接，并在那里打开“以池名作为前缀”。',
  '{first} and {second} both offer {names}; what {first} offers is used. {fix}':
    '{first} 和 {second} 都提供 {names}；使用 {first} 提供的。{fix}',
  '{names} and {count} more': '{names} 等另外 {count} 个',
  '{name} of “{pool}”': '“{pool}”的 {name}',
} as const
