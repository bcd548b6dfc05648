import { Fragment } from "react";
import { RulesetName } from "../parts/names";

/** "fr, kujong, troeven", each name a link. */
export function RulesetList({ names }: { readonly names: readonly string[] }) {
  return names.map((name, i) => (
    <Fragment key={name}>
      {i > 0 && ", "}
      <RulesetName name={name} />
    </Fragment>
  ));
}
