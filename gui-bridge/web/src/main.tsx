// The page of `orbita serve`.
import { effect } from "@preact/signals";
import { render } from "preact";
import { connection, server, theme } from "./store/app.ts";
import { model, waitingChanges } from "./store/model.ts";
import { Shell } from "./shell/shell.tsx";
import "./style/tokens.css";
import "./style/base.css";
import "./style/shell.css";
import "./style/drawing.css";
import "./style/code.css";
import "./style/editor.css";
import "./style/simulator.css";
import "./style/timeline.css";
import "./style/verifier.css";
import "./style/symmetry.css";
import "./style/narrow.css";

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
window.addEventListener("beforeunload", (event) => {
  if (!server.value?.read_only && (model.value?.dirty || waitingChanges.value.length > 0)) event.preventDefault();
});
render(<Shell />, document.getElementById("app")!);
connection.connect();
