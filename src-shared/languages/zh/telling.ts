/** Chinese: what a run tells: warnings, questions and their answers. */

export const TELLING_ZH = {
  'The turn reached one of its limits.': '此轮达到了其中一个上限。',
  'You stopped this turn.': '你停止了此轮。',
  'You let the turn go on.': '你让此轮继续。',
  'You stepped over.': '你单步跳过。',
  'You stepped in.': '你单步进入。',
  'You stepped out.': '你单步跳出。',
  'You let the turn run to a node.': '你让此轮运行到某个节点。',
  'You stopped the turn.': '你停止了此轮。',
  'after a step': '在一步之后',
  '{place} (hit {hit})': '{place}（第 {hit} 次命中）',
  'before {name}': '在 {name} 之前',
  'after {name}': '在 {name} 之后',
  'on the edge {name}': '在连线 {name} 上',
  'at a call of {tool}': '在调用 {tool} 时',
  'because {name} was set': '因为设置了 {name}',
  'The turn is paused {places}.': '此轮已暂停：{places}。',
  'next: {calls}': '接下来：{calls}',
  'You went on without an answer, so the paused turn was given up.': '你未作回答就继续，因此放弃了暂停的轮次。',
  'The turn waits for you to approve its plan:': '此轮等待你批准其计划：',
  'The edited plan cannot run. {problem}': '编辑后的计划无法运行。{problem}',
  'You went on without an answer, so the plan was dropped.': '你未作回答就继续，因此放弃了计划。',
  'The turn waits for you to decide on a call of {tool}:': '此轮等待你决定对 {tool} 的调用：',
  'It was begun before Baton was ended, so it may have taken effect already.':
    '它在 Baton 结束前已开始，因此可能已经生效。',
  '{tool} is described differently than when you were asked about this call, so you are asked again. What changed: {parts}.':
    '{tool} 的描述与上次就此调用询问你时不同，因此再次询问你。变化之处：{parts}。',
  'its description': '描述',
  'its arguments': '参数',
  'what it may change': '可能更改的内容',
  'the request that it sends': '发送的请求',
  'Description before': '之前的描述',
  'Description now': '现在的描述',
  'Request before': '之前的请求',
  'Request now': '现在的请求',
  'The call cannot run with these arguments. {problem}': '无法用这些参数执行调用。{problem}',
  'You went on without an answer, so the calls that waited did not run.': '你未作回答就继续，因此等待的调用没有执行。',
  '{tool} has run with {arguments}. The turn waits for you to look at its error:':
    '{tool} 已用 {arguments} 运行。此轮等待你查看其错误：',
  '{tool} has run with {arguments}. The turn waits for you to look at what it gave:':
    '{tool} 已用 {arguments} 运行。此轮等待你查看其结果：',
  'You went on without an answer, so no model read the results that waited.':
    '你未作回答就继续，因此没有模型读取等待的结果。',
  'The turn waits for you to approve or refuse:': '此轮等待你批准或拒绝：',
  'To be filled in: {fields}': '需要填写：{fields}',
  'The time to answer ended at {time} (UTC). Whatever you answer now, it goes on as it does without an answer.':
    '回答时限已于 {time}（UTC）结束。现在无论如何回答，都将按无人回答继续。',
  'Without an answer it goes on at {time} (UTC).': '若无回答，将于 {time}（UTC）继续。',
  'What was filled in cannot be taken. {problem}': '填写的内容无法采用。{problem}',
  'You went on without an answer, so it was asked again.': '你未作回答就继续，因此再次询问。',
  'The turn waits for an answer that only a newer Baton can take ({was}).':
    '此轮等待一个只有更新版 Baton 才能接收的回答（{was}）。',
  'You went on without an answer.': '你未作回答就继续。',
  'You answered.': '你已回答。',
  'the tool': '该工具',
  'You let {tool} run.': '你允许了 {tool} 运行。',
  'You let {tool} run, from now on without asking in this thread.': '你允许了 {tool} 运行，此会话中不再询问。',
  'You let {tool} run, from now on without asking in this flow.': '你允许了 {tool} 运行，此流程中不再询问。',
  'You let {tool} run with other arguments: {arguments}': '你让 {tool} 以其他参数运行：{arguments}',
  'You refused {tool}.': '你拒绝了 {tool}。',
  'You refused {tool}: {reason}': '你拒绝了 {tool}：{reason}',
  'You answered in the place of {tool}: {text}': '你代替 {tool} 作了回答：{text}',
  'You let the model read what {tool} gave.': '你让模型读取了 {tool} 的结果。',
  'You changed what {tool} gave: {text}': '你更改了 {tool} 的结果：{text}',
  'You blanked what {tool} gave.': '你清空了 {tool} 的结果。',
  'You approved.': '你已批准。',
  'You approved: {message}': '你已批准：{message}',
  'You refused.': '你已拒绝。',
  'You refused: {message}': '你已拒绝：{message}',
  'Nobody answered in time.': '没有人及时回答。',
  'Nobody answered in time: {message}': '没有人及时回答：{message}',
  '{name} (optional)': '{name}（可选）',
  'You refused the plan.': '你拒绝了计划。',
  'You approved the plan{changed}{removed}{added}.': '你批准了计划{changed}{removed}{added}。',
  ', with changes to {steps}': '，更改了 {steps}',
  ', without {steps}': '，去掉了 {steps}',
  ', with the new {steps}': '，新增了 {steps}',
  'The schema of the tool {tool} takes too long to check, so its calls are made with arguments that were not checked. Make it simpler: fewer patterns and references.':
    '工具 {tool} 的模式检查耗时过长，因此其调用的参数未经检查。请简化：减少正则和引用。',
  '{name} failed, and {asker} reads the error as its answer. {error}':
    '{name} 失败，{asker} 把错误当作其回答读取。{error}',
  'A budget of money counts for {name}, but nobody knows what {model} of the connection “{connection}” costs, so its calls are not counted. Give its price in Settings, Connections, or set a budget of tokens.':
    '{name} 有金额预算，但不知道连接“{connection}”的 {model} 的价格，因此其调用未计入。请在“设置”的“连接”中填写价格，或改用令牌预算。',
  'A breakpoint did not pause the turn, because its condition “{condition}” could not be evaluated: {error}':
    '断点没有暂停此轮，因为无法计算其条件“{condition}”：{error}',
  '{name} wrote a call of {tool} into its answer instead of making it, so nothing was called. Its model server does not read tool calls: start vLLM with --enable-auto-tool-choice and --tool-call-parser, llama.cpp with --jinja; in Ollama and LM Studio choose a model that supports tools.':
    '{name} 把对 {tool} 的调用写进了回答而没有执行，因此什么都没有调用。其模型服务器不识别工具调用：启动 vLLM 时加 --enable-auto-tool-choice 和 --tool-call-parser，启动 llama.cpp 时加 --jinja；在 Ollama 和 LM Studio 中选择支持工具的模型。',
  'The call of {tool} by {name} was cut off too, so it was not carried out.':
    '{name} 对 {tool} 的调用也被截断，因此没有执行。',
  'The code of {name} ({use}) failed, so {instead}: {error}': '{name} 的代码（{use}）失败，因此{instead}：{error}',
  '{name} was skipped: a default worker takes only the first place of a turn. Lead the edge to another worker.':
    '已跳过 {name}：默认执行者只能排在一轮的首位。请将连线引向其他执行者。',
  'The model server takes shorter descriptions of tools, so for {name} the end of what describes {tools} was not sent. Shorten it, so that nothing that matters is lost.':
    '模型服务器只接受较短的工具描述，因此对 {name} 没有发送 {tools} 描述的末尾。请缩短描述，以免丢失重要内容。',
  'The model of {name} answered nothing. Ask again, or try another model.':
    '{name} 的模型没有回答。请再问一次，或换一个模型。',
  '{name}: item {item} failed, and its error is its result. {error}':
    '{name}：第 {item} 项失败，其错误即为结果。{error}',
  'The code of {name} wants {wanted} to speak next, and no open edge leads there, so it goes on as drawn. Draw an edge, or name somebody else.':
    '{name} 的代码要让 {wanted} 接着发言，但没有可用连线通向那里，因此按图继续。请画一条连线，或指定其他人。',
  'The oldest part of the conversation was left out for {name} without a summary: {error}':
    '对 {name} 省略了对话最早的部分，且没有总结：{error}',
  'The summary of a nested chat could not be written, so it is empty: {error}':
    '无法写出嵌套聊天的总结，因此为空：{error}',
  'The carry-over of a nested chat could not be written, so it is empty: {error}':
    '无法写出嵌套聊天的带入内容，因此为空：{error}',
  '{tool} did not run: what was approved is not what was about to run. Ask for it again.':
    '{tool} 没有运行：批准的内容与即将运行的不同。请重新请求。',
  '{tool} did not run: a person has to approve each call of it, and nobody can be asked here.':
    '{tool} 没有运行：每次调用都需要人批准，而此处无法询问任何人。',
  '{by} stopped {name}, and nobody had passed the conversation to it who could answer instead, so this message has no answer.':
    '{by} 停止了 {name}，而没有把对话移交给它的人可以代为回答，因此此消息没有回答。',
  'The turn was stopped, but the part of the reply that had arrived could not be kept: {error}':
    '此轮已停止，但已到达的部分回复无法保存：{error}',
  '{name}: searched by words alone, because the embedding model gave no answer in time':
    '{name}：仅按文字搜索，因为嵌入模型没有及时回答',
  "The reply of {name} was cut off, because it reached the limit of tokens. The limit is the server's own: set “Tokens, at most” of its model, or give the server a larger context.":
    '{name} 的回复因达到令牌上限而被截断。这是服务器自身的上限：请设置其模型的“令牌上限”，或给服务器更大的上下文。',
  'The reply of {name} was cut off, because it reached the limit of tokens. Its model is set to {maxTokens} tokens: raise “Tokens, at most” there.':
    '{name} 的回复因达到令牌上限而被截断。其模型设为 {maxTokens} 个令牌：请提高那里的“令牌上限”。',
  "The model server's content filter cut off the reply of {name}. Put the request in other words, or choose another model.":
    '模型服务器的内容过滤器截断了 {name} 的回复。请换一种说法，或选择其他模型。',
  '{name} asked for {count} hand-offs in one reply; the first was carried out: {done}. Not carried out: {lost}.':
    '{name} 在一次回复中请求了 {count} 次移交；执行了第一个：{done}。未执行：{lost}。',
  '{name} asked for {count} hand-offs in one reply; the last was carried out: {done}. Not carried out: {lost}.':
    '{name} 在一次回复中请求了 {count} 次移交；执行了最后一个：{done}。未执行：{lost}。',
  'What {name} collected for “{slot}” was not kept as a variable: {error}':
    '{name} 为“{slot}”收集的内容没有保存为变量：{error}',
  '{name} cannot be used now: {error}': '{name} 现在无法使用：{error}',
  '{name} has changed its tools since it was allowed and last asked. {changes}.':
    '{name} 自允许并上次询问以来更改了工具。{changes}。',
  'The model server takes fewer tools than {name} has, so {tools} was not offered. Switch off tools that are not needed, or put them into a pool that searches.':
    '模型服务器接受的工具少于 {name} 所有的，因此没有提供 {tools}。请停用不需要的工具，或放入可搜索的工具池。',
  'The model server takes fewer tools than {name} has, so {tools} were not offered. Switch off tools that are not needed, or put them into a pool that searches.':
    '模型服务器接受的工具少于 {name} 所有的，因此没有提供这些工具：{tools}。请停用不需要的工具，或放入可搜索的工具池。',
  '{name} got an unclear answer to its check, so the dialog goes on: “{answer}”':
    '{name} 的检查得到不明确的回答，因此对话继续：“{answer}”',
  '{name} got an unclear answer about its slots, which stay as they are: “{answer}”':
    '{name} 的槽位得到不明确的回答，槽位保持不变：“{answer}”',
  'The value of “{slot}” is not what its slot takes and was left out.': '“{slot}”的值不符合其槽位，已忽略。',
  'Event {number} (“{event}”) of this turn could not be read from the library and is left out.':
    '无法从库中读取此轮的事件 {number}（“{event}”），已忽略。',
  '{name} answers without a plan, since none could be made: {error}':
    '无法制定计划，{name} 在没有计划的情况下回答：{error}',
  'This turn went over its budget with its last call: {used} of {most}. A budget is checked before each call, so one call can go over it.':
    '本轮的最后一次调用超出了预算：{used} / {most}。预算在每次调用之前检查，因此一次调用可能超出预算。',
  'The conversation went over its budget with the last call of this turn: {used} of {most}. To go on, raise the budget in the flow settings, or begin a new thread.':
    '会话在本轮的最后一次调用中超出了预算：{used} / {most}。要继续，请在流程设置中提高预算，或开始新会话。',
  '{name} went over its budget for a turn with its last call: {used} of {most}. A budget is checked before each call, so one call can go over it.':
    '{name} 的最后一次调用超出了其每轮预算：{used} / {most}。预算在每次调用之前检查，因此一次调用可能超出预算。',
  '{name} went over its budget for the whole conversation with its last call: {used} of {most}. To go on with it, raise the budget in its settings, or begin a new thread.':
    '{name} 的最后一次调用超出了其整个会话的预算：{used} / {most}。要继续让它回答，请在其设置中提高预算，或开始新会话。',
  'The turn begins again with its message, because the flow was changed where it had failed: {change}.':
    '此轮从其消息重新开始，因为流程在失败之处被更改：{change}。',
  'the chats that ran side by side are drawn in another way': '并行的聊天已改画',
  '“{name}” is not drawn any more': '“{name}”已不在图中',
  '“{name}” is a node of another kind now': '“{name}”现在是另一种节点',
  '“{name}” works in another way now': '“{name}”的工作方式已改变',
  'the way to “{name}” is drawn in another way': '通向“{name}”的路径已改画',
  'the tool “{name}” of its plan is not what it was': '其计划中的工具“{name}”已不同以往',
  '{tool} (to {name})': '{tool}（到 {name}）',
  'described anew: {tools}': '描述已改：{tools}',
  'added: {tools}': '新增：{tools}',
  'taken away: {tools}': '移除：{tools}',
} as const
