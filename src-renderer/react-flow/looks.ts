/** React Flow's own style sheet; imported before the sheets that change it. */
import '@xyflow/react/dist/style.css'
