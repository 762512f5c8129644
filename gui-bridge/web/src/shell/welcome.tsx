// No model is open: a list of those in the served folder, or why the one asked for did not open.
import type { JSX } from "preact";
import { Icon } from "../common/icons.tsx";
import { online, server } from "../store/app.ts";
import { files, openError, openFile } from "../store/model.ts";

export function Welcome(): JSX.Element {
  const models = files.value.filter((f) => f.kind === "model");
  return (
    <div class="welcome">
      <h2>Open a model</h2>
      {openError.value && <p class="problem-box error">{openError.value}</p>}
      {!online.value && <p class="note">No connection to the server. The list comes back with it.</p>}
      {online.value && models.length === 0 && <p class="note">No model in {server.value?.folder || "this folder"}.</p>}
      <ul>
        {models.map((f) => (
          <li key={f.path}>
            <button class="button quiet" disabled={!online.value} onClick={() => void openFile(f.path)}><Icon name="file" /> {f.path}</button>
          </li>
        ))}
      </ul>
    </div>
  );
}
