#include "src/report/plot_parts.h"

namespace jumpscope::report {

// Seven hues that stay apart for color-blind eyes and on both grounds.
const std::string_view plot_style = R"css(
.plot { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; font-size: 12px; }
.plot .ground { fill: #ffffff; }
.plot .panel { fill: #f7f8fa; stroke: #d5d9e0; stroke-width: 1; }
.plot .grid { stroke: #e3e6ec; stroke-width: 1; }
.plot .zero { stroke: #aeb5c1; stroke-width: 1; }
.plot .tick { fill: #5b6573; font-variant-numeric: tabular-nums; }
.plot .title { fill: #1d2430; font-size: 13px; font-weight: 600; }
.plot .label { fill: #5b6573; }
.plot .same { fill: #1f8a54; font-weight: 600; }
.plot .differs { fill: #c8333a; font-weight: 600; }
.plot polyline { fill: none; stroke-linejoin: round; stroke-linecap: round; }
.plot .base { stroke: #8b94a3; stroke-width: 1.2; }
.plot .faint { stroke: #b3bac6; stroke-width: 1; }
.plot .minus { stroke: #1d2430; stroke-width: 1.5; }
.plot .expected { stroke: #1d2430; stroke-width: 1; stroke-dasharray: 2 4; opacity: 0.75; }
.plot .s0 { stroke: #2f6fde; } .plot .s1 { stroke: #d1495b; } .plot .s2 { stroke: #23935a; } .plot .s3 { stroke: #b07d00; }
.plot .s4 { stroke: #8e5bd0; } .plot .s5 { stroke: #0b8fa6; } .plot .s6 { stroke: #c2611f; }
.plot polyline.s0, .plot polyline.s1, .plot polyline.s2, .plot polyline.s3, .plot polyline.s4, .plot polyline.s5,
.plot polyline.s6 { stroke-width: 2; }
.plot line.s0, .plot line.s1, .plot line.s2, .plot line.s3, .plot line.s4, .plot line.s5, .plot line.s6 { stroke-width: 3; }
.plot polyline:hover { stroke-width: 3.5; }
.plot .button { fill: #5a79b8; }
.plot .event { fill: #ffffff; stroke: #1d2430; stroke-width: 1.5; }
.plot .wrong { fill: #e5484d; opacity: 0.28; }
.plot .cursor { stroke: #1d2430; stroke-width: 1; opacity: 0.6; }
@media (prefers-color-scheme: dark) {
.plot .ground { fill: #14171c; }
.plot .panel { fill: #1a1e25; stroke: #343b47; }
.plot .grid { stroke: #262c36; }
.plot .zero { stroke: #566072; }
.plot .tick, .plot .label { fill: #98a2b3; }
.plot .title { fill: #e6e9ef; }
.plot .same { fill: #53c98a; }
.plot .differs { fill: #ff7d8c; }
.plot .base { stroke: #7c8798; }
.plot .faint { stroke: #4b5565; }
.plot .expected, .plot .minus, .plot .cursor { stroke: #e6e9ef; }
.plot .event { fill: #14171c; stroke: #e6e9ef; }
.plot .s0 { stroke: #6ea0ff; } .plot .s1 { stroke: #ff7d8c; } .plot .s2 { stroke: #53c98a; } .plot .s3 { stroke: #e0b13a; }
.plot .s4 { stroke: #b990f5; } .plot .s5 { stroke: #42c5dc; } .plot .s6 { stroke: #f0935a; }
}
)css";

}  // namespace jumpscope::report
