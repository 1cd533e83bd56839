/** Chinese: decisions on calls, and all that waits for one. */

export const APPROVALS_ZH = {
  'Call of {tool} to decide on': '待决定的 {tool} 调用',
  '{name} wants to call {tool}': '{name} 想要调用 {tool}',
  'It was begun before Baton was ended, so it may have taken effect already. Running it may do it twice.':
    '它在 Baton 结束前已开始，可能已经生效。再次运行可能会执行两次。',
  'Run it again': '再次运行',
  Change: '更改',
  'Answer for it': '代为回答',
  Refuse: '拒绝',
  'Show as a table': '以表格显示',
  'Show as JSON': '以 JSON 显示',
  'This is no JSON object yet.': '这还不是 JSON 对象。',
  'This is no JSON value yet.': '这还不是 JSON 值。',
  'Run with these': '用这些参数运行',
  'Why not (the model reads it)': '为什么不（模型会读到）',
  'The result, in the place of {tool}': '代替 {tool} 的结果',
  'Give this result': '给出此结果',
  'Waiting for you: {count, plural, one {# question} other {# questions}}': '等待你决定：{count} 个问题',
  'Nothing waits for you any more.': '已没有等待你的问题。',
  'A flow in a file': '文件中的流程',
  'Open “{title}” of {flow}': '打开 {flow} 的“{title}”',
  'Your answer was not taken': '你的回答未被采纳',
  'Ask before each call': '每次调用前询问',
  'A person sees each call with its arguments and decides on it before it runs: run it, change it, refuse it, or answer in its place.':
    '每次调用执行前，由人查看其参数并决定：运行、更改、拒绝，或代为回答。',
} as const
