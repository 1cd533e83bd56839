/** Chinese: what each field of a node or an edge is for. */

export const FIELDS_ZH = {
  'Read by whoever hands over to it, brings it in or asks it.': '供移交给它、引入它或询问它的参与者阅读。',
  'Who its model is, and how it should work.': '它的模型扮演谁，以及应如何工作。',
  'Stands for the instruction: exports run(args, baton) and gives back the text. args.prompt is the instruction as it would be without.':
    '代替指令：导出 run(args, baton) 并返回文本。args.prompt 是原本的指令。',
  'Before each reply of a dialog, checks whether the user wants something else.':
    '在对话的每次回复前，检查用户是否想要别的。',
  'Which model answers here, and how it is asked.': '此处由哪个模型回答，以及如何请求。',
  'Told once more after the history, where models forget the instruction.': '在历史之后再次告知，以防模型忘记指令。',
  'What it is told when it speaks before the user does.': '它先于用户发言时得到的说明。',
  'How a model is asked whether the user wants something else.': '如何询问模型用户是否想要别的。',
  'When the switch check names another helper, it takes the message without a call of the supervisor.':
    '切换检查指定其他助手时，由它直接接收消息，不再调用主管。',
  'The turn ends when this many are used. The participant is warned at 80 %.':
    '用到这么多时，本轮结束；用到 80% 时会提醒参与者。',
  'What its model calls may cost in one turn, by the prices of the connection.':
    '它的模型调用在一轮中最多花费多少，按连接的价格计算。',
  'In all turns of a thread together. From then on each turn ends that comes to this participant, until the budget is raised.':
    '一个会话所有轮次合计。用完后，每一轮到达该参与者时都会结束，直到提高预算。',
  'What its model calls may cost in a whole thread, by the prices of the connection.':
    '按连接的价格，它的模型调用在整个会话中最多花费多少。',
  'How long its model calls and tools may take in a whole thread, all together.':
    '它的模型调用和工具在整个会话中总共最多用时多久。',
  'How long its model calls and tools may take in one turn, all together.':
    '它的模型调用和工具在一轮中总共最多用时多久。',
  'no budget': '无预算',
  'How often it may call tools before it has to answer.': '必须回答前可调用工具的次数。',
  'The supervisor chooses by this text. Start it with “Used for”.': '主管按此文本选择。请以“Used for”开头。',
  'Spoken word for word when the dialog starts, without a model call.': '对话开始时原样说出，不调用模型。',
  'The name by which the supervisor calls it.': '主管调用它所用的名称。',
  'The short name by which checks and answers of models know it.': '检查和模型回答中使用的简称。',
  'What happens when it is brought in again after its end.': '结束后再次被引入时的行为。',
  'The reply is one JSON object by a schema. It is checked, asked for again with what is wrong, and kept as a variable.':
    '回复为符合 Schema 的一个 JSON 对象。会进行检查，有误则带说明重新请求，并保存为变量。',
  'What it looks for in the conversation.': '它在对话中查找的内容。',
  'Whether it looks before the model answers or at the answer.': '在模型回答之前查看，还是查看回答。',
  'One that waits can be replaced or kept back, and is not shown while it streams. By type, a guard holds it.':
    '等待的回复可被替换或拦下，流式输出时不显示。守卫类型会等待。',
  'How its model is asked.': '如何请求它的模型。',
  'Exports run(args, baton). args has message, reply, description and slots. Give back nothing to go on, a text to say instead, or { then, text, slots }, where then is continue, finish, interrupt, steer or reply.':
    '导出 run(args, baton)。args 含 message、reply、description 和 slots。不返回则继续，返回文本则替代回复，或返回 { then, text, slots }，其中 then 为 continue、finish、interrupt、steer 或 reply。',
  'What it collects from the conversation.': '它从对话中收集的内容。',
  'A slot and the variable that has its value. One that is not here has the variable of its own name; an empty one has none.':
    '槽位及存放其值的变量。未列出的使用同名变量；留空则无。',
  'What follows from each answer. An unclear answer: the conversation goes on.':
    '每个回答的后续。回答不明确时对话继续。',
  'Which model looks, and how it is asked.': '由哪个模型查看，以及如何请求。',
  'The checks for intents and slots read what the conversation is about.': '意图和槽位检查会读取对话主题。',
  'Ends the turn after so many workers, so that no circle runs for ever.': '经过这么多执行者后结束此轮，避免无限循环。',
  'How a model is asked which intent the user has.': '如何询问模型用户的意图。',
  'A JSON schema. Each message costs one more call, which fills variables of these names; workers are told what is missing.':
    '一个 JSON Schema。每条消息多一次调用来填写同名变量；执行者会得知缺少什么。',
  'How a model is asked for the values of the slots.': '如何向模型询问槽位的值。',
  'Which model checks intents and fills slots.': '由哪个模型检查意图并填写槽位。',
  'Whoever chooses between workers reads this.': '供选择执行者的一方阅读。',
  'The message, as it is or as the model may put it.': '消息，可原样或由模型表述。',
  'Says the message as it stands and calls no model.': '原样说出消息，不调用模型。',
  'How the model should use the message.': '模型应如何使用该消息。',
  'What it answers from. The texts are kept in the flow.': '回答所依据的内容。文本保存在流程中。',
  'How many excerpts the model reads for one answer.': '模型为一次回答读取的摘录数。',
  'Whether each message is looked up, or only when the model asks for it.': '每条消息都查阅，还是仅在模型要求时。',
  'How its model should use the excerpts.': '模型应如何使用摘录。',
  'The web search of your settings that it asks.': '使用设置中的哪个网络搜索。',
  'How many results the model reads for one answer.': '模型为一次回答读取的结果数。',
  'How its model should use the results.': '模型应如何使用结果。',
  'Who answers when the model names none of the candidates.': '模型未指定任何候选时由谁回答。',
  'How often the model is asked until it names one of the candidates.': '询问模型多少次，直到它指定候选。',
  'What the chosen worker is for, in words that the model reads.': '所选执行者的用途，供模型阅读。',
  'How a model is asked to choose between the candidates.': '如何请模型在候选中选择。',
  'Which model chooses here, and how it is asked.': '此处由哪个模型选择，以及如何请求。',
  'Whoever hands off to it, brings it in or asks it reads this.': '供移交给它、引入它或询问它的参与者阅读。',
  'What follows when no edge above fits.': '上面的连线都不适用时的后续。',
  'Asked when it has answered: exports run(args, baton) and gives back the name of somebody to whom an edge leads from here, TERMINATE, REVERT_TO_USER, STAY or SWARM_MANAGER. args.candidates has the names of those to whom one leads. Nothing: as is drawn.':
    '回答后调用：导出 run(args, baton)，返回从此处有连线通向的某个名称，或 TERMINATE、REVERT_TO_USER、STAY、SWARM_MANAGER。args.candidates 含可到达的名称。不返回则按图进行。',
  'Which tools of its connected pools the model sees.': '向它提供所连工具池中的哪些工具。',
  'Whoever may hand off to it reads this.': '供可能移交给它的参与者阅读。',
  'How much of the conversation so far the first chat begins with.': '第一个聊天带入多少已有对话。',
  'Each chat then needs an id; what has to come first is named in its prerequisites.':
    '此时每个聊天都需要 ID；必须先进行的列在其前置项中。',
  'Which model plans, and answers from what the steps found.': '由哪个模型制定计划并根据步骤结果回答。',
  'How often the planner may try until its plan can be read.': '计划者可尝试多少次，直到计划可读取。',
  'Whether the plan goes on when a tool fails.': '工具失败时计划是否继续。',
  'How many steps of a plan may run side by side.': '计划中可并行的步骤数。',
  'How long one step may take before it counts as failed.': '一个步骤多久未完成算作失败。',
  'How often a step that failed is tried again.': '失败的步骤重试次数。',
  'You approve the plan, edit it or refuse it, in the chat.': '你在聊天中批准、编辑或拒绝计划。',
  'Made when what was found is not enough to answer.': '所得内容不足以回答时重新制定。',
  'A step that the model does by itself, such as taking one fact out of a long result. Empty: none.':
    '由模型自行完成的步骤，例如从长结果中取出一个事实。留空：无。',
  '0: tools get it as it is.': '0：工具得到原样内容。',
  'What planner and solver are told. Each has a built-in text.': '告知计划者和求解者的内容，各有内置文本。',
  'How many of the tools a participant is offered in one turn.': '每轮向参与者提供的工具数。',
  'Tools that are less like what is looked for are left out.': '与所查内容相似度更低的工具会被省略。',
  'Whether tools are searched by the words of their descriptions or by what these mean.':
    '按说明的词语还是含义搜索工具。',
  'The part of the conversation that tools are searched for.': '用于搜索工具的对话部分。',
  'The pool’s name goes before the names of its tools, where two pools have tools of the same name.':
    '两个池有同名工具时，在工具名前加上池名。',
  'The nearest tools are taken first, then the disabled and distant ones are dropped, so fewer may be left.':
    '先取最近的工具，再去掉停用的和过远的，因此剩下的可能更少。',
  'Which of the tools that come with Baton this is.': '这是 Baton 自带的哪个工具。',
  'The name by which models call it.': '模型调用它所用的名称。',
  'The model reads it to know when to call the tool.': '模型据此判断何时调用该工具。',
  'How the address is asked.': '请求地址的方式。',
  '{name} is filled in from the arguments.': '{name} 由参数填入。',
  'What the model fills in when it calls the tool.': '模型调用工具时填写的内容。',
  'Added to the address, with {name} filled in from the arguments.': '附加到地址，{name} 由参数填入。',
  'Sent with the request, with {name} filled in from the arguments.': '随请求发送，{name} 由参数填入。',
  'Empty: the arguments as JSON, for POST, PUT and PATCH.': '留空：POST、PUT 和 PATCH 以 JSON 发送参数。',
  'The connection of your settings whose key is sent.': '发送设置中哪个连接的密钥。',
  'Names of stored secrets, one per line. {NAME} in the request is filled in with the value; models never see it.':
    '已存机密的名称，每行一个。请求中的 {NAME} 会填入其值；模型看不到它。',
  'How long the server may take to answer.': '服务器应答的时限。',
  'For tools whose effects build on each other: calls of one reply, or steps of one plan, then run one after the other, in their order. Else they run at once.':
    '用于效果相互依赖的工具：一次回复的调用或一个计划的步骤会按顺序逐个进行。否则同时进行。',
  'Exports run(args, baton). baton.variables and baton.set(name, value) are the flow’s variables, baton.handOff(name) hands off over a drawn edge, baton.disableTool(name) and baton.enableTool(name) switch a tool of the caller off for the rest of the thread and on again, baton.fetch(url, { method, headers, body }) gives { status, headers, text }. baton.sender, baton.recipient, baton.messages and baton.config say who calls it in which conversation.':
    '导出 run(args, baton)。baton.variables 和 baton.set(name, value) 是流程变量，baton.handOff(name) 沿已画连线移交，baton.disableTool(name) 和 baton.enableTool(name) 在会话余下部分停用或重新启用调用者的工具，baton.fetch(url, { method, headers, body }) 返回 { status, headers, text }。baton.sender、baton.recipient、baton.messages 和 baton.config 说明谁在哪个对话中调用。',
  'Before a conversation runs again, what only reads is called once more, and of all else the recorded result is taken.':
    '对话重新运行之前：只读取的会再次调用，其余的采用已记录的结果。',
  'How long one call may run before it is stopped.': '一次调用运行多久后被停止。',
  'How much memory one call may use before it is stopped.': '一次调用使用多少内存后被停止。',
  'One per line, such as api.example.com or 127.0.0.1:8080. Empty: none.':
    '每行一个，例如 api.example.com 或 127.0.0.1:8080。留空：无。',
  'The program or the address that offers the tools.': '提供工具的程序或地址。',
  'One per line, as the server calls them; read_* is all that begin so. Empty: all.':
    '每行一个，按服务器的名称；read_* 表示所有以此开头的。留空：全部。',
  'How long the server may take to answer a call.': '服务器应答一次调用的时限。',
  'Says which operations the API has. Each becomes a tool.': '说明 API 有哪些操作，每个成为一个工具。',
  'Which operations are tools. None chosen: all.': '哪些操作作为工具。未选：全部。',
  'Where the API is, such as https://api.example.com/v1.': 'API 的位置，例如 https://api.example.com/v1。',
  'The flow that runs when a model calls the tool.': '模型调用该工具时运行的流程。',
  'The model reads it; empty, it reads the description of the flow. It is called with a message, and with values for the variables of the flow. What the flow says is the result.':
    '供模型阅读；留空则读取流程说明。调用时带一条消息和流程变量的值，流程所说即为结果。',
  'The flow that runs here as one step.': '在此作为一步运行的流程。',
  'Under which a supervisor calls it.': '主管以此名称调用它。',
  'The first that holds takes the baton. None holds: else.': '第一个成立的获得接力棒。都不成立：否则。',
  'From top to bottom. With ${name}: an expression, such as ${tries} + 1. Else a text, {name} filled in.':
    '从上到下。含 ${name} 时为表达式，例如 ${tries} + 1。否则为文本，{name} 会被填入。',
  'A variable, or an expression that gives a list. A text that is a JSON list will do.':
    '一个变量，或得到列表的表达式。JSON 列表文本也可以。',
  'Whoever works on the item reads it as the user’s message. Empty: the item.':
    '处理该项的参与者将其作为用户消息读取。留空：该项本身。',
  'The value that is kept of each item. Empty: what was said last.': '为每一项保留的值。留空：最后所说内容。',
  'Gets the list of all results in the order of the items.': '按项的顺序得到所有结果的列表。',
  'Has the item while it is worked on.': '处理期间保存该项。',
  'Has the number of the item while it is worked on.': '处理期间保存该项的序号。',
  'How many items may be worked on side by side.': '可并行处理的项数。',
  'Whether one item that fails ends the turn.': '某项失败是否结束此轮。',
  'Markdown: # Heading, **bold**, - list, [link](https://…). It changes nothing in runs.':
    'Markdown：# 标题、**粗体**、- 列表、[链接](https://…)。不影响运行。',
  'The colour of the note on the canvas.': '便签在画布上的颜色。',
  'How wide the note is. Its corner can be pulled too.': '便签的宽度，也可拖动其角。',
  'It grows with its words.': '随文字增长。',
  'Shown under the title. It changes nothing in runs.': '显示在标题下。不影响运行。',
  'The colour of the frame on the canvas.': '框在画布上的颜色。',
  'Drawn as one card, with the edges that lead in and out.': '画成一张卡片，保留进出的连线。',
  'How wide the frame is. Its corner can be pulled too.': '框的宽度，也可拖动其角。',
  'How high the frame is. Its corner can be pulled too.': '框的高度，也可拖动其角。',
  'When the conversation returns to whoever handed it over.': '对话何时交回给移交者。',
  'Lower goes first.': '小的优先。',
  'Of a dialog: at the message that brings it in, if it looks before replies.':
    '对于对话节点：若在回复前查看，则查看引入它的消息。',
  'What a message has to be about.': '消息必须涉及的内容。',
  'Always run, without asking a model': '始终运行，不询问模型',
  'Examples of messages with this intent, one per line. The model reads them.':
    '具有此意图的消息示例，每行一个，供模型阅读。',
  'Reachable from every worker of the graph, not only from this one.': '可从图中任何执行者到达，而不仅是此处。',
  'The heavier of two equal intents goes first.': '两个相同意图中权重大的优先。',
  'Who decides on the hand-off.': '由谁决定移交。',
  'The model reads it, with the values of variables in the place of {name}.': '供模型阅读，{name} 处为变量的值。',
  'Asked before each reply: exports run(args, baton) and gives back the words that the model reads; args.condition has the ones above. Nothing: those.':
    '每次回复前调用：导出 run(args, baton)，返回供模型阅读的文字；args.condition 为上面的文字。不返回则用上面的。',
  'Checked before each reply. While true, it hands off without a model call.':
    '每次回复前检查。为真时直接移交，不调用模型。',
  'Checked before each reply. Hidden from the model while false. Empty: always.':
    '每次回复前检查。为假时对模型隐藏。留空：始终。',
  'Asked before each reply in the place of “Only when”: exports run(args, baton); what counts as true lets it through.':
    '每次回复前代替“仅当”调用：导出 run(args, baton)；结果为真则放行。',
  'Whoever takes the baton reads it, as said by this agent; the user does not see it. {name} is filled in with a variable.':
    '接过接力棒者会读到，如同此智能体所说；用户看不到。{name} 由变量填入。',
  'The model calls the hand-off by this name. Empty: one made of the names of both ends.':
    '模型用此名称调用移交。留空：由两端名称组成。',
  'The first edge that holds is followed. Empty: always.': '沿第一条成立的连线进行。留空：始终。',
  'Ends the turn or waits instead of passing the baton to somebody.': '结束此轮或等待，而不交出接力棒。',
  'The first chat without one is told the last message of the conversation; later ones are skipped.':
    '没有时，第一个聊天会得到对话的最后一条消息；之后的会跳过。',
  'Stands for the message: exports run(args, baton) and gives back the text. Nothing: as without a message.':
    '代替消息：导出 run(args, baton) 并返回文本。不返回则如同没有消息。',
  'More that the recipient is told, one piece per line.': '告知接收者的更多内容，每行一条。',
  'Places of finished chats that it is not told of, from 0.': '不告知它的已完成聊天的序号，从 0 起。',
  'Ends the chat after so many replies.': '这么多次回复后结束聊天。',
  'What the conversation gets of this chat.': '对话从此聊天得到的内容。',
  'How a model is asked for the summary.': '如何请模型总结。',
  'Exports run(args, baton) and gives back the text; baton.messages is the chat.':
    '导出 run(args, baton) 并返回文本；baton.messages 是聊天内容。',
  'Forgets what was said in this chat the last time.': '忘记此聊天上次所说的内容。',
  'For those that wait for it.': '供等待它的聊天使用。',
  'It begins when these are done, and is told their results.': '这些完成后开始，并得知其结果。',
  'Offers the tool. Off: it stays drawn and no model hears of it.': '提供该工具。关闭：仍在图中，但模型不会得知。',
  'Checked before each reply. Not offered while false. Empty: always.': '每次回复前查看；不成立时不提供。留空：始终。',
  'Where another participant is asked: the name under which the model calls it. Empty: made of its name. Tools have theirs on their node.':
    '询问其他参与者时，模型调用它所用的名称。留空：由其名称生成。工具的名称在其节点上。',
  'What a person reads before they approve or refuse. {name} is the value of a variable.':
    '人在批准或拒绝之前读到的内容。{name} 是变量的值。',
  'What the person fills in. A field starts with the value of the variable of the same name, and its answer is kept there.':
    '批准时填写的内容。每个字段以同名变量的值开始，并保存为该变量。',
  'After that it goes on at “Timed out”, also where Baton was closed meanwhile.':
    '之后在“超时”处继续，即使 Baton 期间已关闭。',
  'Refund {amount} to {customer}?': '向 {customer} 退款 {amount}？',
  'as long as it takes': '不限时',
} as const
