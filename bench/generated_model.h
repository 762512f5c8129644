// A big model made by a program, the way UPPAAL would have saved it: tabs,
// coordinates, nails, entities. Well typed, so that check() accepts it.
#pragma once

#include <cstddef>
#include <string>

namespace orbita {

inline std::string generated_template(unsigned number) {
  constexpr unsigned locations = 60;
  const std::string n = std::to_string(number);
  std::string t = "\t<template>\n\t\t<name x=\"5\" y=\"5\">T" + n +
                  "</name>\n\t\t<declaration>clock x, y;\nint[0,100] i, j;\n\n"
                  "// Greatest common divisor, then something about it.\nint gcd(int a, int b)\n{\n\tint "
                  "h;\n\twhile (b != 0)\n\t{\n"
                  "\t\th = a % b;\n\t\ta = b;\n\t\tb = h;\n\t}\n\treturn a;\n}\n\nvoid step(int "
                  "by)\n{\n\tfor (k : int[0,3])\n\t{\n"
                  "\t\tif (table[k] &lt; limit &amp;&amp; by &gt;= 0)\n\t\t\ttable[k] = (table[k] + by) % "
                  "limit;\n\t\telse\n"
                  "\t\t\tcount = count &lt; 1000 ? count + 1 : 0;\n\t}\n}\n</declaration>\n";
  const auto place = [](unsigned k) {
    return "x=\"" + std::to_string(int(k) * 37 % 901 - 450) + "\" y=\"" + std::to_string(int(k) * 53 % 701 - 350) +
           "\"";
  };
  for (unsigned l = 0; l < locations; ++l) {
    const std::string k = std::to_string(l);
    t += "\t\t<location id=\"id" + std::to_string(number * locations + l) + "\" " + place(l) + ">\n\t\t\t<name " +
         place(l + 1) + ">L" + k + "</name>\n";
    if (l % 3 == 1)
      t +=
          "\t\t\t<label kind=\"invariant\" " + place(l + 2) + ">x &lt;= " + k + " + N &amp;&amp; y &lt;= 500</label>\n";
    if (l % 20 == 5) t += "\t\t\t<committed/>\n";
    t += "\t\t</location>\n";
  }
  t += "\t\t<init ref=\"id" + std::to_string(number * locations) + "\"/>\n";
  for (unsigned e = 0; e < 2 * locations; ++e) {
    const unsigned from = e / 2, to = (e * 7 + 1) % locations;
    t += "\t\t<transition>\n\t\t\t<source ref=\"id" + std::to_string(number * locations + from) +
         "\"/>\n\t\t\t<target ref=\"id" + std::to_string(number * locations + to) + "\"/>\n";
    if (e % 5 == 0) t += "\t\t\t<label kind=\"select\" " + place(e) + ">s : int[0,3]</label>\n";
    t += "\t\t\t<label kind=\"guard\" " + place(e + 1) + ">x &gt;= " + std::to_string(e % 17) +
         " &amp;&amp; i &lt; 100 &amp;&amp; table[i % 4] != " + std::to_string(e) + "</label>\n";
    if (e % 2)
      t += "\t\t\t<label kind=\"synchronisation\" " + place(e + 2) + ">c[" + std::to_string(e % 4) + "]" +
           (e % 4 == 1 ? "!" : "?") + "</label>\n";
    t += "\t\t\t<label kind=\"assignment\" " + place(e + 3) +
         ">x = 0,\nj = i + 1 &lt;= 100 ? i + 1 : 0,\nstep(gcd(j, " + std::to_string(e + 1) + "))</label>\n";
    if (from == to || e % 4 == 0) t += "\t\t\t<nail " + place(e + 4) + "/>\n\t\t\t<nail " + place(e + 5) + "/>\n";
    t += "\t\t</transition>\n";
  }
  return t + "\t</template>\n";
}

// At least `bytes` long.
inline std::string generated_model(std::size_t bytes) {
  std::string model =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System "
      "1.6//EN' 'flat-1_6.dtd'>\n"
      "<nta>\n\t<declaration>const int N = 4;\nconst int limit = 1000;\nint table[N];\nint count;\nchan "
      "c[N];\n</declaration>\n";
  std::string names;
  for (unsigned number = 0; model.size() < bytes; ++number) {
    model += generated_template(number);
    names += (names.empty() ? "T" : ", T") + std::to_string(number);
  }
  return model + "\t<system>system " + names + ";\n</system>\n</nta>\n";
}

}  // namespace orbita
