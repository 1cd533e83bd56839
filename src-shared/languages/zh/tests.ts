/** Chinese: tests of flows. */

export const TESTS_ZH = {
  'These tests cannot be read: {why}.': '无法读取这些测试：{why}。',
  'it is larger than 20 MB': '文件大于 20 MB',
  'it stops being JSON at line {line}': '从第 {line} 行起不是 JSON',
  'it does not hold tests of a flow': '其中没有流程的测试',
  'two of its tests have the same id': '其中有两个测试的 ID 相同',
  '{name} asked a model where it did not ask one when the test was kept, so there is no reply for it.':
    '{name} 询问了模型，而保存测试时并没有这次询问，因此没有可用的回复。',
  '{name} called {tool}, which it did not call when the test was kept, so there is no result for it.':
    '{name} 调用了 {tool}，而保存测试时并没有这次调用，因此没有可用的结果。',
  '{name} asked you something that it did not ask when the test was kept, so there is no answer to it.':
    '{name} 向您提问，而保存测试时并没有这个问题，因此没有可用的回答。',
  'The turn failed: {why}': '这一轮失败了：{why}',
  'The conversation was to go to {expected}, and went to {came}.': '对话本应转到 {expected}，却转到了 {came}。',
  '{name} was to say “{expected}”, and said “{came}”.': '{name} 本应说“{expected}”，却说了“{came}”。',
  'Nothing more was to happen in this turn. What came: {came}': '这一轮本不应再发生什么。实际发生的是：{came}',
  'This was to happen, and nothing came: {expected}': '本应发生，却没有发生：{expected}',
  'Expected: {expected} What came: {came}': '预期：{expected} 实际：{came}',
  '{name} was to call {tool} with {expected}, and called it with {came}.':
    '{name} 本应以 {expected} 调用 {tool}，却以 {came} 调用了它。',
  '{first} was to call {expected}. Instead {second} called {came}.':
    '{first} 本应调用 {expected}，却是 {second} 调用了 {came}。',
  '{name} was to hand the conversation to {to} by calling {tool}. It has no hand-off of that name now, so the conversation stayed.':
    '{name} 本应调用 {tool} 把对话交给 {to}。它现在没有这个名称的交接，因此对话留在原处。',
  '{name} was to call {tool}, and it has no tool of that name now.':
    '{name} 本应调用 {tool}，而它现在没有这个名称的工具。',
  'The code of {name} may fetch from {hosts}, and a test reaches no host. Fetch in a tool instead, since what tools gave is kept, or run the test with the flow’s own models.':
    '{name} 的代码可能访问 {hosts}，而测试不会访问任何主机。请改在工具中获取，因为工具的结果会被保存；或者用流程自己的模型运行测试。',
  'The conversation goes to {name}.': '对话转到 {name}。',
  '{name} calls {tool}.': '{name} 调用 {tool}。',
  '{name} says “{words}”.': '{name} 说“{words}”。',
  '{name} asks you something.': '{name} 向您提问。',
  'The turn ends.': '这一轮结束。',
  'A limit ends the turn.': '某个限制结束了这一轮。',
  'A message ends the turn.': '一条消息结束了这一轮。',
  'The turn is stopped.': '这一轮被停止。',
  'The turn fails.': '这一轮失败。',
  'Nothing was said in this thread yet, so there is nothing to keep.':
    '此会话中还没有说过任何话，因此没有可保存的内容。',
  'This thread cannot be a test: in turn {turn} {why}.': '此会话不能作为测试：在第 {turn} 轮中，{why}。',
  'it did not come to its end': '未到达结尾',
  'something was tried again': '有内容被重试过',
  'somebody spoke while it ran': '运行期间有人说了话',
  'its time was over, which a test does not wait for': '时间用完了，而测试不会等待',
  'a call was asked about again that was to run without asking': '本应无需询问即可运行的调用又被询问了',
  'what was attached is larger than the {most, number} MB that a test can hold':
    '附件超过了测试能保存的 {most, number} MB',
  'what was attached is not kept any more': '附件已不再保留',
  'This thread cannot be a test: a result, a plan or who answers was changed by hand where it left another thread.':
    '此会话不能作为测试：从另一会话分出时，其结果、计划或回答者被手动更改过。',
  'what a model replied is not kept any more': '模型的回复已不再保留',
  'The test has no reply for this call of a model.': '测试中没有对这次模型调用的回复。',
  'The test has no result for this call of a tool.': '测试中没有这次工具调用的结果。',
  'This flow has 500 tests, and there may be no more. Delete some first.':
    '此流程已有 500 个测试，不能再多。请先删除一些。',
  'This test is not there any more.': '此测试已不存在。',
  Tests: '测试',
  'No tests yet': '还没有测试',
  'A chat that went well can be kept as a test: open the menu of threads in the chat and choose “Keep as a test…”. Later you see here whether the flow still takes the same way, without a model or a tool being called.':
    '进展顺利的对话可以保存为测试：在聊天中打开会话菜单，选择“保存为测试…”。以后您可以在这里看到流程是否仍走同样的路径，而不会调用任何模型或工具。',
  '{passed, number} of {count, plural, one {# test passed} other {# tests passed}}':
    '{count, plural, other {# 个测试}}中通过了 {passed, number} 个',
  Replies: '回复',
  'Replies as they were kept': '保存时的回复',
  'Replies of the rehearsal': '排练的回复',
  'Replies of the flow’s own models': '流程自己的模型的回复',
  'The rehearsal replies: it costs nothing and stays on this computer. Its words are its own, so only who has the conversation, which tools are called and what is asked count.':
    '由排练回复：不花钱，也不离开这台电脑。它有自己的措辞，因此只比较对话在谁那里、调用了哪些工具以及问了什么。',
  'The flow’s own models are asked, which may cost money. No tool is called: what it gave when the test was kept is given again. What is said, and arguments, may differ.':
    '会询问流程自己的模型，可能产生费用。不会调用任何工具：会再次给出保存测试时的结果。所说的话和参数可以不同。',
  'To run all: about {calls} calls of models, {tokens} tokens, cost when the tests were kept: {money}':
    '全部运行：模型调用约 {calls} 次，{tokens} 个 token，保存测试时的费用：{money}',
  'What the tests will cost could not be read': '无法读取测试的预计费用',
  '{calls} calls of models, {tokens} tokens, cost: {money}': '模型调用 {calls} 次，{tokens} 个 token，费用：{money}',
  'Code that decides something in this flow may fetch from {hosts}. A test reaches no host, so it may fail there. What tools fetch is kept.':
    '此流程中做决定的代码可能访问 {hosts}。测试不会访问任何主机，因此可能在那里失败。工具获取的内容会被保存。',
  'The node could not be shown': '无法显示该节点',
  'Rename the test': '重命名测试',
  passed: '通过',
  'not run': '未运行',
  'The tests could not be run': '无法运行测试',
  'The test could not be changed': '无法更改测试',
  'The tests could not be exported': '无法导出测试',
  'Keep as a test': '保存为测试',
  'Keep as a test…': '保存为测试…',
  'The thread could not be kept as a test': '无法将会话保存为测试',
  'differs from the test': '与测试不同',
  'Allow and test': '允许并测试',
  'Not tested. Nothing ran.': '未测试。什么都没有运行。',
  'Turn {turn}, {name}: {what}': '第 {turn} 轮，{name}：{what}',
  'These tests are too large for one file, which holds 20 MB. Delete some first.':
    '这些测试太大，无法放入一个文件（最多 20 MB）。请先删除一些。',
  'This thread is too large to be a test. Keep a shorter one.': '此会话太大，不能作为测试。请保存较短的会话。',
  'What was to come: {expected}': '本应发生的是：{expected}',
} as const
