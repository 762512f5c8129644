// Text models have one text and no elements: their parts get names of their own, so that they can be selected.
import type { Render } from "../protocol/types.ts";

export function withNames(drawing: Render, text: string): Render {
  return {
    ...drawing,
    declarations: { xpath: "", text },
    system: { xpath: "#system", text: drawing.system?.text ?? "" },
    templates: drawing.templates.map((t, i) => ({
      ...t,
      xpath: `#${i}`,
      name_xpath: `#${i}/name`,
      parameter: { xpath: `#${i}/parameter`, text: t.parameter?.text ?? "" },
      declarations: { xpath: `#${i}/declaration`, text: t.declarations?.text ?? "" },
      locations: t.locations.map((l, k) => ({ ...l, xpath: `#${i}/location${k}`, labels: l.labels.map((x) => ({ ...x, xpath: `#${i}/location${k}/${x.kind}` })) })),
      branchpoints: t.branchpoints.map((b, k) => ({ ...b, xpath: `#${i}/branchpoint${k}` })),
      edges: t.edges.map((e, k) => ({ ...e, xpath: `#${i}/edge${k}`, labels: e.labels.map((x) => ({ ...x, xpath: `#${i}/edge${k}/${x.kind}` })) })),
    })),
  };
}
