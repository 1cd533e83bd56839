/** Chinese: threads that are kept. */

export const KEEPING_ZH = {
  Conversations: '会话',
  'What is kept of older turns': '旧轮次保留的内容',
  Measuring: '正在计算大小',
  '{count, plural, one {# thread} other {# threads}}, {size}': '{count} 个会话，{size}',
  'nothing to free': '没有可释放的空间',
  '{size} freed': '已释放 {size}',
  'Prune now': '立即清理',
  'It could not be measured': '无法计算大小',
  'It could not be kept': '无法保存此设置',
  'It could not be pruned': '无法清理',
  'As in Preferences': '按偏好设置',
  'Older turns keep their last step only, from as many turns on as the preferences say; all else is kept.':
    '超过偏好设置所定轮数的旧轮次只保留最后一步，其余全部保留。',
  Everything: '全部',
  'Every step, every event and all that models were asked are kept.': '保留每一步、每个事件以及向模型发出的全部请求。',
  Normal: '标准',
  'All events are kept; of older turns only the last step, and not what models were asked.':
    '保留全部事件；旧轮次只保留最后一步，不保留向模型发出的请求。',
  Lean: '精简',
  'What was said and the newest state are kept; of older turns neither steps nor the trace.':
    '保留对话内容和最新状态；旧轮次不保留步骤和跟踪。',
  'This thread was imported and is for looking at. Begin a new thread to say something.':
    '此会话是导入的，仅供查看。请新建会话再发言。',
  imported: '已导入',
  'Keep everything of this thread': '保留此会话的全部内容',
  'Export run': '导出运行',
  'The run could not be exported': '无法导出运行',
  'It could not be changed': '无法更改',
  'Find a thread': '查找会话',
  'Nothing was said that fits, and no thread is called so.': '没有匹配的发言，也没有如此命名的会话。',
} as const
